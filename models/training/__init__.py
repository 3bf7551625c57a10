"""How the weights in `models` were made. Needs the `train` extra; never imported at run time."""
