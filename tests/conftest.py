"""Settings for all tests."""

from hypothesis import settings

# No deadlines, for machines differ; the same examples in every run, for a failure must be repeatable.
settings.register_profile("rebaz", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("rebaz")
