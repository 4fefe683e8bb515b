# SPDX-License-Identifier: MIT
"""Tests of the module: python3 -m unittest. What else they need they find by the environment, or are skipped:
FENMILL_PROGRAM, the program to compare with; FENMILL_SAMPLES, the folder data/ of its sources; python-chess."""
