"""The recording of one program: buffers, instructions and loops, and what becomes of instructions that
the device has only as several. Builds on `methods`.
"""
