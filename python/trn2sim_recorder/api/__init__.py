"""The functions a kernel calls: of `nki.language`, `nki.isa` and `nki.collectives`, old and new.
Builds on `recording`.
"""
