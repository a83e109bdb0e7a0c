"""From a file to chapters, snippets, facts and names; summaries."""
