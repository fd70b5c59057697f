"""The outer edge of the server: connections, limits, host names, the client's files, logs and metrics."""
