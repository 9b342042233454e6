"""Settings of every test."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)  # no absolute times in tests: the first example imports things
settings.load_profile("patient")
