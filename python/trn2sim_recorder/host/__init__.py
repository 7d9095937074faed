"""The author's Python around the kernel: which files are theirs, where calls were made, and stand-ins
for packages that are not installed. Builds on `basics`.
"""
