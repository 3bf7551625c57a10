"""The only place with I/O, time and mutable state: camera, game, journal, dashboard."""
