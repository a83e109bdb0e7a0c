"""Runs migrations on the connection that `storage.migrate` hands over.

No migration may rebuild a table while SQLite enforces foreign keys: dropping the old copy would
delete the rows that point to it. One that has to switches them off before its transaction begins.
"""

from alembic import context

from storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
