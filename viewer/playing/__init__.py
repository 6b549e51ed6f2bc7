"""The app: mouse and keys, the open question as a person meets it, camera and settings."""
