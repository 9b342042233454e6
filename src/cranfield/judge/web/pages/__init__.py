"""One file a page: it asks the store, and fills a template or gives JSON."""
