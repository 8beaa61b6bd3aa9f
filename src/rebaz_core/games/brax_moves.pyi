# Attacks and legal moves are called from C only; the module has no Python names of its own.
