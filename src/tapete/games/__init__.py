"""The games of the catalogue, one module each. Pure: they ask and tell, nothing more."""
