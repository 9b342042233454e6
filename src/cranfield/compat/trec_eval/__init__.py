"""trec_eval 9.0.8 and 10.0 on the command line: its options, names, order, formats and exit codes."""
