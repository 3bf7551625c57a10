"""Geometry only: from camera pixels to the table plane, and from a set-up to zones."""
