"""What people should judge next, and why.

pool        the door: documents of several runs that nobody has judged, in an order
pooled      what comes out of it
methods     the orders: depth, reciprocal rank fusion, rank-biased weights
race        systems on their way to an order that no further judgment can change: the decisive order
worth       what a document of a grade adds to a system at a rank
spread      how far the difference of two systems can still go, exactly
"""
