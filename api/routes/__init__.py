"""Routes, a module for each kind of thing."""
