"""From pixels to a table reading: knows card labels, not rules."""

import os

# The products of matrices in here are small, and other threads (camera, server) want the second core: waiting for each
# other, the threads of BLAS take up to three times as long as one alone. Must stand before numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
