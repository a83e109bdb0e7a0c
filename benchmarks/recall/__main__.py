"""Run the comparison."""

import sys

from benchmarks.recall.command import main

if __name__ == "__main__":
    sys.exit(main())
