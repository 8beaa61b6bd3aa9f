# Perft is called through Position.perft and Position.divide; the module has no Python names of its own.
