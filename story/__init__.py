"""What the story so far amounts to at a chapter: coverage, extractive summaries. All pure."""
