"""From a view to a scene. Makes no mesh and draws nothing."""
