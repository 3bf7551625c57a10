"""Frames from wherever they come: a device, a file, a folder, a stream, a simulated table."""
