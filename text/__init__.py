"""Text as text: folding, terms, sentences, the fact grammar, names. All pure."""
