"""The way to a model's server: one bounded exchange, what its statuses mean, when to ask again."""
