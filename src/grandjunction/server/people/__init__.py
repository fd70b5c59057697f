"""Who plays: profiles, devices, sign-in, and what the operator may do.

A player is the id in a browser's signed cookie, which seats, notes and archives name. A player gets a row
only when something must be stored. A guest who adds an e-mail address or a passkey stays the same player.
"""
