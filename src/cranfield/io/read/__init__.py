"""One format, one file: rows out.

- `open`: whatever a user gives becomes an `input`; `recognise` tells its format, and `formats`, the one table of
  formats, which file reads it
- plain text: `recognise_lines` tells it by its fields; `trec`, whose bytes are cut before queries (`trec_pieces`),
  parsed with numpy (`trec_fields`, `digits`) and, where they are not plain, line by line (`trec_lines`); `plain_lines`
  are texts and groups, `judged_lines` judgments of other tools
- tables: `delimited` (CSV and TSV), `parquet`, `arrow`, all as `table_input`, which holds rows as read: `roles` says
  which column is what, `cells` makes them uniform, `table_rows` shows them to numpy; `list_columns` spreads lists
- `json`: `outline` sees what it begins with; `records` are gathered into columns (`results` is what a record of a run
  holds), `shapes` is the table of what tools write, which `shaped` makes rows of, and `strangers` is what holds none;
  `nested` are objects in objects and dicts; `values` are their cells
- `elsewhere`: datasets of Hugging Face, folders, and names of ir_datasets
- `oddities` is what could be read over

Used by the doors and by `join`, through `open` and `input`.
"""
