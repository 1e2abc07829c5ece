"""What a node does for whatever it hosts: carry commands out, write them, tell of them."""
