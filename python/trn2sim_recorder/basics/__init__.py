"""What everything builds on: the recording under way, instructions, types, errors and notes."""
