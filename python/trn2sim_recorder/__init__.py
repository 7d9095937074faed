"""Runs an NKI kernel file as plain Python and writes down the instructions it issues."""
