"""Settings for all tests."""

import signal

from hypothesis import settings

# No deadlines, for machines differ; the same examples in every run, for a failure must be repeatable.
settings.register_profile("rebaz", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("rebaz")

# Shells start what they run in the background with interrupts ignored, and its children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
