"""Meshes and textures made from descriptions, with numpy alone: boards, walls, figures' solids, paint."""
