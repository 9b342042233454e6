"""Makes `python -m cranfield` the same as `cranfield`."""

from cranfield.cli.start import main

main()
