"""Jacke's board, moves and combat: for other compiled modules only."""
