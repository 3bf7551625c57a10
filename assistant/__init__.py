"""The only place with I/O, time and mutable state: camera, game, journal, dashboard."""

import os

# Numpy reads this when it is first imported: its matrices here are small, and a second thread only gets in the way.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
