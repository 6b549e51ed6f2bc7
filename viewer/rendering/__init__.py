"""Plain data on the screen: the window, the scene graph, materials, and what stays between frames. Takes no
answer.
"""
