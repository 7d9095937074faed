"""How errors are told: the place in the author's file, the nearest name, words that NKI users know.
Builds on `api`.
"""
