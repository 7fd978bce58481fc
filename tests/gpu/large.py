"""Loops and arrays with more elements and bytes than 32 bits count, on a GPU or the host, compared with NumPy.

    large.py FOLDER [--elements N]

FOLDER holds the module `large`, built from large.pyx. Arrays have N elements of one byte (default 4,500,000,000); three of them and some
copies are in memory at a time. The last line counts.
"""

import argparse
import importlib
import sys
import time

import numpy as np

PERIOD = 1_000_003


def repeated(block, n):
    """The block as often as it takes for N elements: `numpy.resize` takes minutes."""
    out = np.empty(n, block.dtype)
    done = min(len(block), n)
    out[:done] = block[:done]
    while done < n:
        size = min(done, n - done)
        out[done : done + size] = out[:size]
        done += size
    return out


def bytes_of(n):
    """Numbers without a period that a power of 2 divides."""
    return repeated((np.arange(PERIOD, dtype=np.uint32) * 2654435761 >> 13).astype(np.int8), n)


def cases(module, n):
    x, out = bytes_of(n), np.zeros(n, np.int8)

    last = module.scaled(x, out)
    thirds = repeated(np.arange(3, dtype=np.int8), n)
    yield "scaled", last == n - 1 and np.array_equal(out, x + thirds)
    del thirds

    x[n - 3] = 7
    at = n - 3 + np.flatnonzero(x[n - 3 :] == 7)[-1]
    yield "total", module.total(x) == (int(x[1::2].sum(dtype=np.int64)), at)

    counts = np.zeros(256, np.int64)
    module.histogram(x.view(np.uint8), counts)
    block = bytes_of(PERIOD).view(np.uint8)
    whole = np.bincount(block, minlength=256) * (n // PERIOD) + np.bincount(block[: n % PERIOD], minlength=256)
    whole[block[(n - 3) % PERIOD]] -= 1
    whole[7] += 1
    yield "histogram", np.array_equal(counts, whole)

    side = int(n**0.5)
    square, turned, sums = x[: side * side].view(np.uint8).reshape(side, side), out[: side * side].view(np.uint8).reshape(side, side), np.zeros(side, np.int64)
    module.rows(square, turned, sums)
    yield "rows", np.array_equal(turned, square[:, ::-1]) and np.array_equal(sums, square.sum(axis=1, dtype=np.int64))

    module.nest(turned, side, side)
    i, j = (np.arange(side, dtype=np.uint8) * np.uint8(factor) for factor in (31, 17))
    yield "nest", np.array_equal(turned, i[:, None] + j)

    module.strided(x[::2], out[1::2])
    yield "strided", np.array_equal(out[1::2], x[::2][: n // 2] ^ 5) if n % 2 == 0 else None

    module.reverse(x[::-1], out)
    yield "reverse", np.array_equal(out, x)

    at = n - 1 - np.arange(1_000_000, dtype=np.int64) * (n // 1_000_001)
    some = np.zeros(len(at), np.int8)
    module.gathered(x, at, some)
    yield "gathered", np.array_equal(some, x[at])

    count = min(n, (1 << 32) - 1)
    last = module.by_unsigned(count, out.view(np.uint8))
    tops = [out.view(np.uint8)[min(top << 24, count - 1)] == min(top << 24, count - 1) >> 24 for top in range(0, 256, 5)]
    yield "by_unsigned", last == count - 1 and all(tops)

    out[:] = 0
    last = module.steps(out, 5, n, n // 7)
    yield "steps", list(np.flatnonzero(out)) == list(range(5, n, n // 7)) and last == range(5, n, n // 7)[-1]
    out[:] = 0
    last = module.steps(out, n - 1, -1, -3)
    yield "steps back", int(out.sum(dtype=np.int64)) == len(range(n - 1, -1, -3)) and bool(out[(n - 1) % 3]) and last == range(n - 1, -1, -3)[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--elements", type=int, default=4_500_000_000)
    arguments = parser.parse_args()
    sys.path.insert(0, arguments.folder)
    passed = failed = 0
    started = time.monotonic()
    for name, is_right in cases(importlib.import_module("large"), arguments.elements):
        print(f"{name}: {'ok' if is_right else 'FAILED'} ({time.monotonic() - started:.1f} s)", flush=True)
        passed, failed = passed + bool(is_right), failed + (not is_right)
        started = time.monotonic()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
