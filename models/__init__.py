"""Data of the recognisers: weights and their manifest. No code is imported from here."""
