"""Reading: the bytes of a manuscript as one clean text."""

from ingest.reading.decoding import Decoded, decode, decode_bytes
from ingest.reading.guessing import guess
from ingest.reading.mojibake import find_mojibake

__all__ = ["Decoded", "decode", "decode_bytes", "find_mojibake", "guess"]
