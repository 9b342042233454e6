"""One format, one file: rows out.

- `recognise`: which format an input is; `input`: any input opened, whatever it is
- plain text: `trec` the fast way with `digits`, `lines` the careful one with an error for each bad line
- tables: `delimited` (CSV and TSV), `parquet`, `arrow`; `roles` says which column is what, `role_table` holds the rows
  as read, `cells` makes them uniform, `table_rows` shows them to numpy
- `json`, `label_records` and `texts`: what else is written down
- `text_pieces` and `table_pieces`: cut so that a query is in one piece

Used by the doors, through `input`.
"""
