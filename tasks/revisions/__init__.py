"""Other revisions of the repository: what git knows of them, and their sizes."""
