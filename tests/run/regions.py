import numpy as np
from attempts import attempt


def cases(module):
    vector = lambda n=37: np.linspace(-2, 3, n)

    def changed(name, *arguments):
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        return name, [attempt(getattr(module, name), *arguments), arrays]

    yield changed("shorthand", vector(), 1.5)
    yield changed("held_gil", vector())
    yield changed("total", np.arange(100.0))
    yield changed("total", np.zeros(0))
    yield changed("integer_reductions", np.arange(1, 20))
    yield changed("last", np.arange(9))
    yield changed("last_of_the_round_before", vector(), np.arange(1.0, 4.0), 3)
    yield changed("two_loops", vector(), np.zeros(37))
    yield changed("stencil", np.random.default_rng(1).random((9, 13)), np.full((9, 13), 7.0))
    yield changed("triangle", np.full((6, 6), -1.0))
    yield changed("shifted", vector(), np.full(37, 5.0), 20)
    both = vector()
    yield changed("shifted", both, both, 20)
    base = vector(40)
    yield "shifted within another", [attempt(module.shifted, base, base[1:], 20), base]
    yield "shifted around another", [attempt(module.shifted, base[1:38], base, 20), base]
    yield changed("some", np.full(10, -1.0), 4)
    yield changed("some", np.full(10, -1.0), 10)
    yield changed("some", np.full(10, -1.0), 0)
    yield changed("under_condition", vector())
    yield changed("under_condition_written", vector(), np.full(37, 5.0))
    yield changed("backwards", vector())
    yield changed("gathered", vector(), np.array([3, 1, 36, 0]), np.zeros(4))
    base = np.arange(40.0)
    yield changed("strided", base[::4], np.zeros(10))
    out = np.arange(30.0)
    yield "strided with gaps", [module.strided(base[:10], out[::3]), out]
    yield "strided backwards", [module.strided(base[:10], out[9::-1]), out]
    yield changed("columns", np.arange(20.0).reshape(4, 5))
    sheet = np.arange(20.0).reshape(4, 5)
    yield "columns with gaps", [module.columns(sheet[:, 1:4:2]), sheet]
    yield "columns transposed", [module.columns(sheet.T), sheet]
    yield changed("fortran", np.asfortranarray(np.zeros((3, 4))))
    yield changed("functions", vector(), np.zeros(37), 5)
    yield changed("iterated", vector(), np.zeros(37), 4)
    yield changed("inferred_context", vector(), 3)
    yield changed("checked", np.zeros(8), 0)
    yield "checked, too far", attempt(module.checked, np.zeros(8), 5)
    yield changed("divided", np.arange(9), 2)
    yield changed("divided", np.arange(9), 0)
    yield changed("on_host", np.arange(20.0), np.zeros(20))
    yield changed("empty", vector())
    yield changed("shape_alone", vector(), np.zeros((3, 4)))
    base = np.arange(20.0)
    yield "shape_alone, overlaps in part", [module.shape_alone(base[4:12], base[:6].reshape(2, 3)), base]


def traced(module):
    vector = lambda n=32: np.linspace(-2, 3, n)
    module.shorthand(vector(), 2.0)
    module.held_gil(vector())
    module.total(vector())
    module.integer_reductions(np.arange(32))
    module.last(np.arange(32))
    module.last_of_the_round_before(vector(), vector(), 3)
    module.two_loops(vector(), vector())
    module.stencil(np.zeros((8, 10)), np.zeros((8, 10)))
    module.triangle(np.zeros((6, 6)))
    module.shifted(vector(), vector(), 20)
    module.some(vector(), 32)
    module.some(vector(), 16)
    module.under_condition(vector())
    module.under_condition_written(vector(), vector())
    module.backwards(vector())
    module.gathered(vector(), np.arange(4), np.zeros(4))
    module.strided(vector(), np.zeros(32))
    module.columns(np.zeros((4, 5)))
    module.fortran(np.asfortranarray(np.zeros((3, 4))))
    module.functions(vector(), vector(), 3)
    module.iterated(vector(), vector(), 5)
    module.inferred_context(vector(), 5)
    module.checked(vector(), 0)
    module.divided(np.arange(32), 2)
    module.empty(vector())
    module.shape_alone(vector(), np.zeros((3, 4)))


V = 32 * 8

BYTES = {
    "shorthand": {"x": (V, V)},
    "held_gil": {"x": (V, V)},
    "total": {"x": (V, 0)},
    "integer_reductions": {"x": (V, 0)},
    "last": {"x": (V, 0)},
    "last_of_the_round_before": {"x": (3 * V, 3 * V), "y": (3 * V, 3 * V)},
    "two_loops": {"x": (V, V), "y": (0, V)},
    "stencil": {"u": (640, 0), "v": (0, 5 * 80 + 64)},  # six rows of eight numbers: the gaps go along
    "triangle": {"x": (288, 288)},
    "shifted": {"u": (0, 160), "v": (0, 160)},
    "some": {"x": (0, V + V // 2)},
    "under_condition": {"x": (V, V)},
    "under_condition_written": {"x": (V, 0), "y": (V, V)},
    "backwards": {"x": (0, V)},
    "gathered": {"x": (V, 0), "at": (32, 0), "out": (0, 32)},
    "strided": {"x": (V, 0), "y": (0, V)},
    "columns": {"x": (160, 160)},
    "fortran": {"x": (0, 96)},
    "functions": {"x": (V, 0), "y": (0, V)},
    "iterated": {"u": (V, V), "v": (V, V)},
    "inferred_context": {"x": (V, V)},
    "checked": {"x": (0, V)},
    "divided": {"x": (V, V)},
    "empty": {"x": (0, 0)},
    "shape_alone": {"x": (0, V)},
}
