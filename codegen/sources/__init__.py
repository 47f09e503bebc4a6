"""The sources of a selection, one file for each kind; `detect` tells them apart."""
