"""From a view to what stands on the table, as plain data, and what changes between two of them."""
