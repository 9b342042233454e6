"""One format, one file: rows out.

- `open`: whatever a user gives becomes an `input`; `recognise` tells its format, and `formats`, the one table of
  formats, which file reads it
- plain text: `trec`, whose bytes are cut before queries (`trec_pieces`), parsed with numpy (`trec_fields`, `digits`)
  and, where they are not plain, line by line (`trec_lines`); `plain_lines` are texts and groups
- tables: `delimited` (CSV and TSV), `parquet`, `arrow`, all as `table_input`, which holds rows as read: `roles` says
  which column is what, `cells` makes them uniform, `table_rows` shows them to numpy
- `json`: `records` are gathered into columns (`results` is what a record of a run holds), `nested` are objects in
  objects and dicts; `values` are their cells
- `oddities` is what could be read over

Used by the doors and by `join`, through `open` and `input`.
"""
