"""Calls and what they must give, as JSON and as arrays."""

import dataclasses

import tree
from machine import Expectation


def call_to_json(calling):
    return dataclasses.asdict(calling)


def call_from_json(data):
    arguments = [tree.Argument(**item) if isinstance(item, dict) else item for item in data["arguments"]]
    touches = [tree.Touching(**item) for item in data["touches"]]
    return tree.Calling([tree.Arrays(**item) for item in data["arrays"]], arguments, touches)


def expectation_to_json(expectation):
    data = dataclasses.asdict(expectation)
    data["history"] = [[sorted(values) for values in array] for array in expectation.history]
    return data


def expectation_from_json(data):
    expectation = Expectation(**data)
    expectation.choices = [tuple(choice) for choice in expectation.choices]
    expectation.history = [[set(values) for values in array] for array in expectation.history]
    expectation.results = [tuple(value) if isinstance(value, list) else value for value in expectation.results]
    return expectation


def make_arrays(calling):
    import numpy as np

    return [np.array(array.values, dtype=tree.DTYPES[array.dtype]) for array in calling.arrays]


def make_arguments(calling, bases):
    """The call's arguments; views of `bases`."""
    import numpy as np

    made = []
    for argument in calling.arguments:
        if not isinstance(argument, tree.Argument):
            made.append(argument)
            continue
        base = bases[argument.array]
        size = base.itemsize
        view = np.lib.stride_tricks.as_strided(
            base[argument.offset :], argument.shape, [stride * size for stride in argument.strides])
        made.append(view)
    return made


def part_of(argument, bases):
    """An argument that is a view of one of `bases`, which live on a device."""
    base = bases[argument.array]
    strides = tuple(stride * base.itemsize for stride in argument.strides)
    return base._part(argument.offset * base.itemsize, tuple(argument.shape), strides)


def make_touch(calling, bases):
    """The Python function that a program calls in its middle."""

    def touch(number):
        touching = calling.touches[number % len(calling.touches)]
        result = 0
        if touching.read is not None:
            result = int(bases[touching.read[0]][touching.read[1]].item())
        if touching.write is not None:
            bases[touching.write[0]][touching.write[1]] = number + 3
        return result

    return touch


def expected_arrays(expectation, calling):
    import numpy as np

    pairs = zip(expectation.arrays, calling.arrays)
    return [np.array(values, dtype=tree.DTYPES[array.dtype]).tobytes().hex() for values, array in pairs]
