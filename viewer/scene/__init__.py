"""What stands on the table, as plain data, and what changes between two scenes. Knows no view."""
