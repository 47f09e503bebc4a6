"""A built target for other builds: a library, one source, or the folder of an ecosystem."""
