"""The report that people share: one HTML file that asks nobody for anything.

`material` is what it is made of, `page` puts it together, and every other module is one part of it: a section that
stands in the page, or data that the scripts in `client` show. Everything that comes from a user goes through `markup`.
"""
