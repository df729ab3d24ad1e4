"""What templates print: every decision about generated code, taken in typed Python.

`program.py` is the door. Knows IR and analyses; knows neither Jinja nor files.
"""
