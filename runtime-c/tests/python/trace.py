"""Checks what `main trace` wrote on stderr with OFFCY_TRACE=json: trace.py FILE"""

import json
import sys

with open(sys.argv[1]) as file:
    records = [json.loads(line) for line in file]
for record in records:
    assert record["file"] == "main.pyx" and record["kernel_us"] >= 0, record
inner, on_host, outer = records
assert (inner["offcy"], inner["device"], inner["function"], inner["line"]) == ("region", 0, "f", 1), inner
assert inner["variables"] == [{"name": "x", "to": 0, "from": 0}, {"name": "y", "to": 0, "from": 160}], inner
assert (on_host["device"], on_host["failed"], on_host["variables"]) == (None, True, []), on_host
assert (outer["offcy"], outer["function"]) == ("context", 'quoted "f"'), outer
assert outer["variables"] == [{"name": "x", "to": 80, "from": 0}], outer
