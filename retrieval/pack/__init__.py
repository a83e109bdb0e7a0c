"""The context pack: gather what may go in, share out the budget, render, count."""

from retrieval.pack.builder import PackBuilder
from retrieval.pack.shelf import Shelf

__all__ = ["PackBuilder", "Shelf"]
