"""Tensors as kernels see them: memories, views, registers, and which elements an index means. Builds on
`basics` and `host`.
"""
