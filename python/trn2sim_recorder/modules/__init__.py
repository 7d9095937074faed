"""Which module each name is imported from: `nki` and `neuronxcc.nki`, and what else kernel files need.
Builds on `api` and `library`.
"""
