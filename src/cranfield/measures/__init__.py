"""Measures, one folder a family, one file a measure or a small family of them."""
