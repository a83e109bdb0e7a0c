"""Memories in a pack: in words, in shorter forms, and which of them a chapter calls for."""
