"""The rules of Soothsayers: pure values and functions, with no I/O, clock or chance."""
