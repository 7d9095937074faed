"""What is refused or noted of a recorded program, for which no single call is the place. Builds on
`recording` and `api`.
"""
