"""Meshes and textures made from descriptions, with numpy alone. Knows no view and no renderer."""
