"""What the benchmarks of pyperformance ask of `pyperf`: times their functions in this process, and keeps the least of each."""

import argparse
import asyncio
import os
import time

perf_counter = time.perf_counter
# Seconds of the least time, by benchmark.
FOUND = {}
SECONDS = float(os.environ.get("BENCHMARK_SECONDS", "0.3"))


def python_implementation():
    return "cpython"


def python_has_jit():
    return False


class Runner:
    def __init__(self, **unused):
        self.argparser = argparse.ArgumentParser()
        self.metadata = {}
        self.args = None

    def parse_args(self):
        self.args = self.argparser.parse_args([])
        return self.args

    def bench_time_func(self, name, function, *arguments, **unused):
        """A function that times as many loops as it is given."""
        self.repeat(name, lambda: function(1, *arguments))

    def bench_func(self, name, function, *arguments, **unused):
        self.repeat(name, lambda: timed(function, arguments))

    def bench_async_func(self, name, function, *arguments, **unused):
        async def once():
            start = perf_counter()
            await function(*arguments)
            return perf_counter() - start

        with asyncio.Runner() as runner:
            self.repeat(name, lambda: runner.run(once()))

    def repeat(self, name, once):
        times, end = [], perf_counter() + SECONDS
        while len(times) < 2 or perf_counter() < end:
            times.append(once())
        FOUND[name] = min(times)


def timed(function, arguments):
    start = perf_counter()
    function(*arguments)
    return perf_counter() - start
