"""Chats and agent runs."""
