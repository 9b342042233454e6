"""Which picture a tidy table makes: one function a kind, from columns to a description that can be drawn."""
