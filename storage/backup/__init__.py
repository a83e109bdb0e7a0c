"""Backups: a project in one file that can be read without lorepack and restored anywhere."""

from storage.backup.older import at_newest_schema
from storage.backup.reading import Backup, Packed, read_backup
from storage.backup.repository import SqlBackups

__all__ = ["Backup", "Packed", "SqlBackups", "at_newest_schema", "read_backup"]
