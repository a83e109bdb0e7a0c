"""How well the right place is found, beside other systems: `python -m benchmarks.recall`."""
