"""Changes of the schema, in order; ``migrate.py`` runs them."""
