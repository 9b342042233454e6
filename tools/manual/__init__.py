"""The manual: pages made from the measures, the commands and the library, and the site that mkdocs makes of them."""
