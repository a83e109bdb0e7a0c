"""A stand-in for a Qdrant server on the loopback: its protocols in front of the embedded engine.

It knows the requests that lorepack makes and refuses all others. What it cannot prove stands in
docs/qdrant.md.
"""
