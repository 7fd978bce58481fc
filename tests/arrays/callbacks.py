"""Cases of check.py: functions that use an array before and after Python's code that runs regions on it."""

from helpers import both, case, moved, raises, same
import numpy as np


def steps(module, array, fails_at=None):
    """A function that runs a region on the array."""

    def step(number):
        module.add(array, 2.0)
        if number == fails_at:
            raise ValueError(number)

    return step


def between(module, array):
    seen = []
    for value in module.each_between(array):
        seen.append(value)
        module.add(array, 1.5)
    return seen


@case
def python_runs_regions(module):
    calls = {
        "between": lambda x: between(module, x),
        "calls": lambda x: module.around_calls(x, steps(module, x)),
        "helper": lambda x: module.by_helper(x, steps(module, x)),
        "function that hides failures": module.by_quiet,
        "destructor": lambda x: module.by_destructor(x, x),
        "handlers": lambda x: module.around_handlers(x, steps(module, x, 1)),
        "condition": lambda x: module.in_condition(x, steps(module, x)),
        "list": lambda x: module.from_list(x, [5, 6, 7]),
    }
    for name, call in calls.items():
        for view in (lambda x: x, lambda x: x[::-1], lambda x: x[2:9:2]):
            array, want = both(np.arange(10.0))
            assert call(view(array)) == call(view(want)), name
            same(array, want)
    array, want = both(np.arange(10.0))
    raises(TypeError, lambda: module.in_parallel(array, steps(module, array)), "argument 'x'", "in parallel threads")
    assert module.in_parallel(want, steps(module, want)) == 330


@case
def calls_by_name_run_regions(module):
    for call in (lambda x: module.runs_by_name(x, 3), module.runs_by_helper, module.Model().fit, module.Model().fit_parts):
        array, want = both(np.arange(1000.0))
        got, (to, back) = moved(lambda: call(array))
        assert got == call(want)
        same(array, want)
        # The elements that the host's code touches, and not the array.
        assert to <= 3 * 8 and back <= 6 * 8, (to, back)
