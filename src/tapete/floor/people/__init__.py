"""Who somebody is, what he may do, where he is, and what protects him."""
