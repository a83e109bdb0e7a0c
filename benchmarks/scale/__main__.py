"""Run the growth."""

import sys

from benchmarks.scale.command import main

if __name__ == "__main__":
    sys.exit(main())
