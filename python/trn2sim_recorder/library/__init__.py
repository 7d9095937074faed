"""The helpers of AWS's kernel library, `nkilib`, which kernels import, where it is not installed.
Builds on `api`.
"""
