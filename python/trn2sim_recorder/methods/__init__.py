"""What kernels do with tensors, put on views as methods: parts, other shapes, operators, assignments,
sums in PSUM. Builds on `tensors`.
"""
