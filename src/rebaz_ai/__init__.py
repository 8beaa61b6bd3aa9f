"""Players: everything that thinks, talks or measures."""
