"""The chapter card: read from words, stored ahead, told in words, and what it is about."""
