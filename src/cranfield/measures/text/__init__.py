"""Measures of generated text: one measure or one family of them a file."""
