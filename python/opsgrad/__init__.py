"""OPSgrad in Python: where the library is installed, and the command `ops`."""
