"""The modules a kernel imports: `nki`, `nki.language`, `nki.isa`, `nki.collectives`, old and new.
Builds on `recording`.
"""
