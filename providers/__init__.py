"""Models: encoders and token counters."""
