"""Original passages: what calls for them, and which are taken."""
