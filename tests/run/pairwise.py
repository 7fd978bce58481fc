import numpy as np
from attempts import attempt

NAMES = [
    "pairwise_distance_host",
    "pairwise_distance_target",
    "pairwise_distance_target_to",
    "pairwise_distance_row",
    "pairwise_distance_row_context",
    "pairwise_distance_target_row_context_annotated_func",
]

BAD_CALLS = {
    "no argument": ((), {}),
    "two arguments": ((np.zeros((2, 2)), 1), {}),
    "unknown keyword": ((np.zeros((2, 2)),), {"Y": 1}),
    "twice": ((np.zeros((2, 2)),), {"X": 1}),
    "keyword": ((), {"X": np.eye(3)}),
    "number": ((1,), {}),
    "string": (("text",), {}),
    "float32": ((np.zeros((2, 2), dtype=np.float32),), {}),
    "int64": ((np.zeros((2, 2), dtype=np.int64),), {}),
    "one dimension": ((np.zeros(4),), {}),
    "three dimensions": ((np.zeros((2, 2, 2)),), {}),
    "Fortran": ((np.asfortranarray(np.ones((3, 4))),), {}),
    "strided": ((np.ones((8, 8))[::2, ::2],), {}),
    "read-only": ((np.broadcast_to(np.ones(3), (3, 3)),), {}),
}


def cases(module):
    random = np.random.default_rng(3342)
    yield "docstring", module.__doc__
    for name in NAMES:
        function = getattr(module, name)
        yield f"{name} docstring", function.__doc__
        for shape in [(40, 7), (1, 1), (3, 0), (0, 3), (129, 3)]:
            yield f"{name} {shape}", function(random.standard_normal(shape))
        for label, (arguments, keywords) in BAD_CALLS.items():
            yield f"{name}: {label}", attempt(function, *arguments, **keywords)


def traced(module):
    X = np.ones((40, 7))
    for name in NAMES:
        getattr(module, name)(X)


X = 40 * 7 * 8
D = 40 * 40 * 8

BYTES = {
    "pairwise_distance_target": {"X": (X, 0), "D": (0, D)},
    "pairwise_distance_target_to": {"X": (X, 0), "D": (0, D)},
    "pairwise_distance_row": {"X": (40 * X, 0), "Dslice": (0, D)},
    "pairwise_distance_row_context": {"X": (X, 0), "Dslice": (0, D)},
    "pairwise_distance_target_row_context_annotated_func": {"X": (X, 0), "Dslice": (0, D)},
}
