"""Judging by people: the store of a study, and the pages on which people judge."""
