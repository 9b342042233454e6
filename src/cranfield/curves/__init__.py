"""Curves as data: tidy Arrow tables from batches and results; pictures are drawn from these and from nothing else."""
