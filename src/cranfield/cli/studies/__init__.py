"""The verbs of `cranfield study`, one file each."""
