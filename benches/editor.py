"""How long a person who types waits for diagnostics.

    editor.py OFFCY [--lines N] [--keys N] [--pause SECONDS] [--output FILE]

Opens a module of so many lines in `offcy lsp` and types into functions all over it, key by key, at the end of lines: code that
is right, half-written in between. The time is that from the change to the diagnostics of the text with it. Prints the
percentiles in milliseconds, of keys by which nothing else is being done, and keeps all times in FILE (JSON).
"""

import argparse
import json
import os
import pathlib
import platform
import queue
import random
import subprocess
import tempfile
import threading
import time

HEAD = """\
# cython: boundscheck=False, wraparound=False, cdivision=True
cimport cython
from cython.parallel cimport prange, parallel
from libc.math cimport sqrt, fabs
import numpy as np

"""

# What modules are made of: kernels with what they call, classes, loops of the host, plain Python.
PIECES = [
    '''\
cdef double distance_{n}(double[:, ::1] X, Py_ssize_t i, Py_ssize_t j, Py_ssize_t width) noexcept nogil:
    cdef double total = 0, difference
    cdef Py_ssize_t k
    for k in range(width):
        difference = X[i, k] - X[j, k]
        total += difference * difference
    return sqrt(total)


def pairwise_{n}(double[:, ::1] X not None):
    """The distances of all pairs of rows."""
    cdef Py_ssize_t rows = X.shape[0], width = X.shape[1], i, j
    cdef double[:, ::1] D = np.empty((rows, rows))
    for i in prange(rows, nogil=True, device={{}}):
        for j in range(rows):
            D[i, j] = distance_{n}(X, i, j, width)
    return np.asarray(D)


''',
    '''\
cdef class Model_{n}:
    """A linear model that is fitted by gradient descent."""
    cdef public double rate
    cdef double[::1] weights
    cdef readonly int repeats

    def __init__(self, int width, double rate=0.1):
        self.rate = rate
        self.repeats = 0
        self.weights = np.zeros(width)

    cdef double predict_one(self, double[:, ::1] X, Py_ssize_t row) noexcept nogil:
        cdef double value = 0
        cdef Py_ssize_t k
        for k in range(X.shape[1]):
            value += X[row, k] * self.weights[k]
        return value

    cpdef fit(self, double[:, ::1] X, double[::1] y, int repeats=10):
        cdef Py_ssize_t row, k
        cdef int turn
        cdef double error
        for turn in range(repeats):
            for row in range(X.shape[0]):
                error = y[row] - self.predict_one(X, row)
                for k in range(X.shape[1]):
                    self.weights[k] += self.rate * error * X[row, k]
            self.repeats += 1
        return self

    @property
    def coefficients(self):
        return np.asarray(self.weights)


''',
    '''\
def smooth_{n}(double[::1] values, int width=3):
    cdef Py_ssize_t n = values.shape[0], i, k, first, last
    cdef double total
    cdef double[::1] result = np.zeros(n)
    if width < 1:
        raise ValueError(f"a width of {{width}}")
    for i in range(n):
        total = 0
        first = max(0, i - width)
        last = min(n, i + width + 1)
        for k in range(first, last):
            total += values[k]
        result[i] = total / (last - first)
    return np.asarray(result)


def count_{n}(words, counts=None):
    """How often each word comes up."""
    if counts is None:
        counts = {{}}
    for word in words:
        if word.isalpha():
            counts[word.lower()] = counts.get(word.lower(), 0) + 1
        elif word:
            counts.setdefault("other", []).append(word)
    pairs = [(count, word) for word, count in counts.items() if isinstance(count, int)]
    pairs.sort(reverse=True)
    return pairs[:10]


''',
    '''\
def scale_{n}(double[:, ::1] X, double[::1] means, double[::1] deviations):
    cdef Py_ssize_t rows = X.shape[0], columns = X.shape[1], i, j
    cdef double total = 0
    with device():
        for i in prange(rows, nogil=True, device={{}}):
            for j in range(columns):
                X[i, j] = (X[i, j] - means[j]) / deviations[j]
        for i in prange(rows, nogil=True, device={{}}):
            for j in range(columns):
                total += fabs(X[i, j])
    return total


''',
]
# What is typed after a line, key by key.
TYPED = ["  # seen", " + 1", " - (2 * 3)"]


def module(lines):
    text, n = HEAD, 0
    while text.count("\n") < lines:
        text += PIECES[n % len(PIECES)].format(n=n)
        n += 1
    return text


class Client:
    def __init__(self, offcy, folder):
        environment = {**os.environ, "XDG_CACHE_HOME": folder}
        self.process = subprocess.Popen([offcy, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.messages = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.ids = 0

    def read(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                return
            self.messages.put((time.perf_counter(), json.loads(out.read(length))))

    def send(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def wait(self, is_it):
        while True:
            when, message = self.messages.get(timeout=120)
            if is_it(message):
                return when, message

    def ask(self, method, params):
        self.ids += 1
        self.send(method, params, id=self.ids)
        return self.wait(lambda message: message.get("id") == self.ids)[1]


def is_published(uri, version):
    return lambda message: message.get("method") == "textDocument/publishDiagnostics" and (
        message["params"]["uri"] == uri and message["params"].get("version") == version
    )


def type_into(client, uri, text, keys, pause):
    """Seconds from each key to its diagnostics."""
    numbers = random.Random(1)
    lines = text.split("\n")
    # The ends of statements that go on.
    ends = [at for at, line in enumerate(lines) if line.startswith("        ") and line.strip() and line[-1] not in ":{([,\"" and "device" not in line]
    version, times = 1, []
    while len(times) < keys:
        line = numbers.choice(ends)
        column = len(lines[line])
        typed = numbers.choice(TYPED)
        for at, key in enumerate(typed):
            place = {"line": line, "character": column + at}
            version += 1
            change = {"range": {"start": place, "end": place}, "text": key}
            started = time.perf_counter()
            client.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
            arrived, _ = client.wait(is_published(uri, version))
            times.append(arrived - started)
            time.sleep(pause)
        lines[line] += typed
    return times


def percentile(times, share):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("offcy")
    parser.add_argument("--lines", type=int, default=5000)
    parser.add_argument("--keys", type=int, default=400)
    parser.add_argument("--pause", type=float, default=0.12, help="between two keys")
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    text = module(options.lines)
    with tempfile.TemporaryDirectory() as folder:
        client = Client(os.path.abspath(options.offcy), folder)
        uri = (pathlib.Path(folder) / "typed.pyx").as_uri()
        client.ask("initialize", {"capabilities": {}, "processId": None, "rootUri": None})
        client.send("initialized", {})
        started = time.perf_counter()
        client.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "cython", "version": 1, "text": text}})
        opened, _ = client.wait(is_published(uri, 1))
        times = type_into(client, uri, text, options.keys, options.pause)
        client.ask("shutdown", None)
        client.send("exit", None)
        client.process.wait(timeout=60)
    figures = {f"p{round(share * 100)}": round(percentile(times, share), 1) for share in (0.5, 0.9, 0.95, 0.99)}
    figures["worst"] = round(max(times) * 1000, 1)
    print(f"{text.count(chr(10))} lines, {len(times)} keys; opened after {(opened - started) * 1000:.0f} ms")
    print("milliseconds to the diagnostics: " + ", ".join(f"{name} {value}" for name, value in figures.items()))
    if options.output:
        machine = {"machine": platform.machine(), "cores": os.cpu_count(), "load": os.getloadavg()}
        record = {"lines": text.count("\n"), "pause": options.pause, **machine, **figures, "milliseconds": [round(one * 1000, 2) for one in times]}
        options.output.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
