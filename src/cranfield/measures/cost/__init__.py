"""What requests to a running engine cost: time, errors, bytes, space, and how soon a change is found."""
