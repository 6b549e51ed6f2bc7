"""Plain data on the screen: the window, the scene graph, materials, and what is kept between frames."""
