"""All sizes as one HTML page that needs no network: matrix, treemaps, comparison, history."""
