"""The stretches of time that words name: dates as the fact grammar finds them, placed in time."""

from text.windows.asking import Window, windows

__all__ = ["Window", "windows"]
