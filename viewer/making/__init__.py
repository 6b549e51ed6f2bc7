"""What takes long to make and is kept on disk: figures, portraits, painted textures. Draws no frame."""
