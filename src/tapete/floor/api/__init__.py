"""The network side of the floor: HTTP with an OpenAPI description, one socket a table."""
