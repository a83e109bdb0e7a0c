"""The forms of a pack: a text, a chat, JSON; and what keeps stored text from posing."""
