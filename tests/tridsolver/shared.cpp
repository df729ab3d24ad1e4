// tests/tridsolver/shared.cpp: nothing of its own; the library is linked in whole.
