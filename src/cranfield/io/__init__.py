"""From files, tables and dicts to batches: reading, joining and the one tie rule."""
