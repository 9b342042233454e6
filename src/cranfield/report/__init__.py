"""From results to something to read: each module renders the results of one or more systems and nothing else."""
