"""One library grown to a million snippets, and what that costs."""
