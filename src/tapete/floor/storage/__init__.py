"""What is written: the database, its tables and migrations, backups and the archive."""
