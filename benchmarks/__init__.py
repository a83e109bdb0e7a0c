"""The figures that the documents quote, one command each: `python -m benchmarks.NAME`."""
