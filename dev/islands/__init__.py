"""Small networks that PT2E quantizes: those of the table in docs/explanation/passes.md."""
