import os
import tempfile
import time

from attempts import attempt


def cases(module):
    os.environ["TZ"] = "UTC"
    time.tzset()
    for name in ("constants", "sizes", "signals", "zone", "formats", "process", "timers", "drawn"):
        yield name, attempt(getattr(module, name))
    yield "truth", [module.truth(n) for n in (0, 1, 5)]
    for left, right in ((b"AbC,a,d", b"abc"), (b"xyz", b"XYZa"), (b"aXa", b"q"), (b"", b"")):
        yield f"texts {left}", attempt(module.texts, left, right)
    for x, y, n in ((10.5, 3.0, 4), (-7.25, 2.0, -3), (1e18, 0.1, 7)):
        yield f"numbers {x}", attempt(module.numbers, x, y, n)
    for text in (b"1.5e3x", b"0x1p-3", b"none", b"inf"):
        yield f"number of {text}", attempt(module.number_of, text)
    for text in (b"one\ntwo\n\nend", b"alone"):
        yield f"lines of {text}", attempt(module.lines, text)
        yield f"in memory {text}", attempt(module.in_memory, text)
    for text, form in ((b"2021-03-04 05:06:07!", b"%Y-%m-%d %H:%M:%S"), (b"March", b"%d")):
        yield f"dates {text}", attempt(module.dates, text, form)
    yield "pages", attempt(module.pages, 4096)
    with tempfile.TemporaryDirectory() as folder:
        yield "files", attempt(module.files, os.path.join(folder, "made").encode())
    yield "options", attempt(module.options, [b"program", b"-a", b"-b", b"value", b"rest"])
