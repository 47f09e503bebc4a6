"""Other revisions of a repository: what git knows of them, and their sizes."""
