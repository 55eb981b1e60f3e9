"""Reads a CSV file with pandas; prints JSON.  pandas_read.py FILE"""
import json
import sys

import pandas

from clock import Clock

with Clock() as load:
    table = pandas.read_csv(sys.argv[1])
print(json.dumps({"version": pandas.__version__, "load": load.times, "rows": len(table)}))
