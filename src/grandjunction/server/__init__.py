"""The table in the browser: a server that is the only authority, and what crosses the wire to it."""
