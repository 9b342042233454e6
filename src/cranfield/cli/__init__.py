"""The command line: one file a command, loaded only when that command is asked for."""
