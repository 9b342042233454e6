"""Columns of labels and texts made ready for a batch: what the join is for rankings.

- `label_columns` and `encode`: labels as codes and names, scores and weights as numbers
- `texts`: texts of a file, of fields of a table, or in memory; references by segment, whichever way round they came
- `rating_rows`, `rated` and `preferences`: who rated what how, by item and rater; who won against whom

Used by the doors `labels`, `text` and `ratings`.
"""
