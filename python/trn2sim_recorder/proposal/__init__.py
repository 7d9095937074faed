"""Proposes a scenario for a kernel file: which kernel, which arguments, sizes that it takes. Builds on
`running`.
"""
