"""What a measure keeps of its data: sums by unit, keyed sums or kept rows.

All three merge with `+`, give the total of all units or of some, of every unit by itself, and of many weighted draws of
the units at once; and all three can be written down with their measure and their policy and read again elsewhere.
Sums that cross a border are exact, so that every split of the units gives the same bits.
"""
