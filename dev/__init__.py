"""What Kerf's own developers run, and no user's project: conformance, generated pages, figures."""
