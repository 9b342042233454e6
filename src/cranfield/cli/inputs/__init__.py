"""How the data of each family is given on the command line: one file a family, the same for every verb."""
