"""What the cases of check.py, exchange.py and packages.py use."""

import gc
import pathlib
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "common"), str(ROOT / "python")]
import builds
import numpy as np
import offcy

PAIR = np.dtype([("a", "i4"), ("b", "f8")])
cases = []


def case(function):
    cases.append(function)
    return function


def moved(call):
    """What it gives, and the bytes to devices and from them that it moves."""
    with offcy.trace() as trace:
        result = call()
    return result, (sum(one.bytes_to for one in trace.records), sum(one.bytes_from for one in trace.records))


def raises(kind, call, *words):
    before = {device: device.memory_info().used for device in offcy.devices()[:-1]}
    try:
        with offcy.trace() as trace:
            call()
    except kind as error:
        for word in words:
            assert word in str(error), f"expected {word!r} in {error}"
        del error
    else:
        raise AssertionError(f"expected {kind.__name__}")
    assert not any(one.bytes_to + one.bytes_from for one in trace.records), "an error has moved data"
    gc.collect()
    assert before == {device: device.memory_info().used for device in offcy.devices()[:-1]}, "an error has left memory"


def same(array, want):
    assert isinstance(array, offcy.ndarray), type(array)
    np.testing.assert_array_equal(array.to_host(), want)


def numbered(number):
    """A device, where there are fewer, too."""
    return number % (len(offcy.devices()) - 1)


def both(values, device=0):
    return offcy.asarray(np.array(values), device=numbered(device)), np.array(values)


def in_threads(work, count=4):
    """Calls `work` with the numbers of so many threads, in all of them at once."""
    failures = []

    def one(number):
        try:
            work(number)
        except BaseException as error:
            failures.append(error)

    workers = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures, failures
