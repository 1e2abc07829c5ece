"""The life of a tournament, from the draft of its bases to the prizes: an aggregate."""
