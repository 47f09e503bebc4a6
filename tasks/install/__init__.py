"""Forms of a target other than a library: sources for any build, and folders of ecosystems."""
