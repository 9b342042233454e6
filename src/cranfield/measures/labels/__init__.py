"""Measures of labels: what is true and what was guessed."""
