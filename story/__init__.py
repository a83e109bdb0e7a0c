"""What the story amounts to at a chapter: coverage, summaries, claims, continuity. All pure."""
