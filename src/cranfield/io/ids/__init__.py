"""Columns of ids and numbers as numpy sees them, over the bytes that were read: no string is made before it is printed.

- `ids`: many ids in one buffer; `machine_words`: their bytes eight at a time, and hashes
- `keys`: what is listed twice, and what is known, found by numbers made of hashes
- `rows`: rows of a run or of judgments
- `arrow_arrays`: between numpy and Arrow without a copy

Used by `read`, which makes rows, and by `join`, which ranks them.
"""
