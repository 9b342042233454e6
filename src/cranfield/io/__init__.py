"""Data comes in here: doors for whoever calls, and the rooms behind them.

The doors are `ranking`, `labels`, `text`, `groups` and `check`: each takes what a user has (a path, a dict, a table)
and gives what the rest of the house works with (a batch, groups, findings). Behind them, each room uses only those
before it:

- `bytes`: where bytes come from, where something is in them, and work on all cores
- `ids`: columns of ids and numbers as numpy sees them
- `read`: one format, one file: rows out
- `columns`: columns of labels and texts made ready for a batch
- `join`: judgments and a run become ranks and grades: one join, one tie rule
"""
