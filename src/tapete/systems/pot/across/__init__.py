"""A pot that several casinos share: one keeps it, the others have a part each and write letters."""
