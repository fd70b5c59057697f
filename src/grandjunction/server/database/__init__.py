"""The database: the games and everything else that is stored, in SQLite or PostgreSQL."""
