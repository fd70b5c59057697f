"""The server: storage, games over the wire, secrecy, crashes, hostile clients."""
