"""From a query to candidates to the context pack."""
