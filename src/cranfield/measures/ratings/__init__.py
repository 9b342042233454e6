"""Ratings that people gave: means, agreement between raters, and preferences; one measure or small group a file."""
