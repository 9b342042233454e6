"""Rows that do not fit memory, on disk for a while.

`folder` is where they are, which goes away with the process, `buckets` the files that rows are dealt out to, and
`memory` how much of it there is.
"""
