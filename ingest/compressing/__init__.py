"""Compressing a chapter: what is told of it, and what is known from it."""

from ingest.compressing.extractive import ExtractiveCompressor
from ingest.compressing.model import ModelCompressor
from ingest.compressing.records import Compressed, Compressor, Previous, Sent

__all__ = [
    "Compressed",
    "Compressor",
    "ExtractiveCompressor",
    "ModelCompressor",
    "Previous",
    "Sent",
]
