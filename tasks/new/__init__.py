"""A project of a user's own, outside Kerf: its target, model, cases, workflow, and which Kerf."""
