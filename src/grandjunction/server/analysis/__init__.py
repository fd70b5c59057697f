"""The analysis board: any position, free moves and the best turns; and stored studies.

The client keeps the tree of moves and asks about one moment at a time, so a board has no state here.
"""
