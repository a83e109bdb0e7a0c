"""Settings, wiring, and the owner of the index."""
