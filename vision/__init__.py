"""From pixels to a table reading: knows card labels, not rules."""
