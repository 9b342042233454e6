"""Makes `python -m cranfield` the same as `cranfield`."""

from cranfield.cli.main import main

main()
