"""Where bytes come from, and what every other room needs.

- `source`: bytes with a name; `stream`: decompressed and hashed on the way; `table_file`: for readers that jump about
- `location`: where something is in an input, as people know it
- `quote`: what a user gave, short enough for a sentence
- `threads`: work on all cores with the results in order

Used by every room and door; uses none of them.
"""
