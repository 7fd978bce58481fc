"""Writes random programs as text: what the shapes have in common."""

import tree
from text import type_text

ADD = """\
cdef void NAME(KIND *p, Py_ssize_t n, KIND by) noexcept nogil:
    cdef Py_ssize_t q
    for q in range(n):
        p[q] += by
"""

SUM = """\
cdef KIND NAME(KIND *p, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t q
    cdef KIND s = 0
    s = 0
    for q in range(n):
        s = s + p[q]
    return s
"""

# The same of a view.
SHOWN = SUM.replace("KIND *p", "KIND[:] p")

ROW = """\
cdef void NAME(KIND[:] v, KIND *p, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t q
    for q in range(n):
        p[q] += v[q]
"""

TURNED = """\
cdef inline Py_ssize_t NAME(Py_ssize_t q, Py_ssize_t n) noexcept nogil:
    return n - 1 - q
"""


class Writer:
    """Writes the text of one program."""

    def __init__(self, chance, name):
        self.chance, self.name = chance, name
        self.lines, self.before, self.params, self.dims = [], [], [], {}
        self.declared = {}
        self.plain = True

    # Text.

    def line(self, depth, text):
        self.lines.append("    " * depth + text)

    def pick(self, *things):
        return self.chance.pick(things)

    def maybe(self, percent):
        return self.chance.percent(percent)

    def view(self, name, dtype, dims, contents=None, layouts="CCS"):
        """A parameter."""
        layout = self.chance.pick(layouts)
        self.params.append((name, tree.ViewType(dtype, len(dims), layout)))
        self.dims[name] = (dims, contents)

    def declare(self, name, kind):
        self.declared[name] = kind

    def helper(self, name, text):
        """A function of the program; its name in the module."""
        whole = f"{self.name}_{name}"
        if not any(f" {whole}(" in other or f"*{whole}(" in other for other in self.before):
            self.before.append(text.replace("NAME", whole))
        return whole

    def finished(self):
        """The text, once all lines are there."""
        params = ", ".join(f"{type_text(kind)} {name}" for name, kind in self.params)
        declared = [f"    cdef {kind}{'' if kind.endswith('*') else ' '}{name}" for name, kind in self.declared.items()]
        parts = [f"def {self.name}({params}):", *declared, *self.lines]
        directives = ["@cython.boundscheck(False)", "@cython.wraparound(False)"] if self.maybe(40) else []
        return "\n".join([*self.before, *directives, *parts]) + "\n"

    # Parts that several shapes have.

    def common(self):
        """Views of which most shapes use some: tables of numbers, keys, and where sums go."""
        self.kind = self.pick("double", "double", "long", "float")
        self.view("A", self.kind, ("m", "n"), layouts="CCSF")
        self.view("x", self.kind, ("m",))
        self.view("keys", self.pick("int", "long"), ("m",), "n")
        self.view("z", self.kind, ("m",))
        self.view("out", self.kind, ("n",))
        self.view("cnt", self.pick("long", "int"), ("n",))
        self.params += [("m", "int"), ("n", "int"), ("o", "int")]
        for name in ("i", "k", "j", "b"):
            self.declare(name, self.pick("Py_ssize_t", "int") if name != "b" else "long")
        self.declare("h", self.kind)

    def region(self, depth, bound="m"):
        """The head of a loop that is a region; the depth of its body."""
        if self.maybe(50):
            self.line(depth, f"for i in prange({bound}, nogil=True, device={{}}):")
            return depth + 1
        self.line(depth, "with nogil, parallel(device={}):")
        self.line(depth + 1, f"for i in prange({bound}):")
        return depth + 2

    def value(self):
        """A number of the iteration."""
        whole = self.kind == "long"
        return self.pick("x[i]", "x[i]", "x[i] * 2", "x[i] + i", "x[i] - 1", "1" if whole else "0.5", "o" if whole else "0.25 * o")

    def condition(self):
        return self.pick("x[i] > 0", "i % 2 == 0", "o > 0", "keys[i] != 1", "i > o", "x[i] < 4 and i != 2")

    def key(self):
        return self.pick("keys[i]", "keys[i]", "i % n", "n - 1 - keys[i]")

    def locks(self, depth, parts):
        """Runs `parts`, which take a depth, under the program's lock."""
        if self.lock == "gil":
            self.line(depth, "with gil:")
            parts(depth + 1)
            return
        kind = "nest_lock" if self.lock == "nest" else "lock"
        condition = self.pick("m > 0", "n > 0 and o == o") if self.maybe(15) else None
        for call in ("set", None, "unset"):
            if call is None:
                parts(depth)
            elif condition is None:
                self.line(depth, f"openmp.omp_{call}_{kind}(&lock)")
            else:
                self.line(depth, f"if {condition}:")
                self.line(depth + 1, f"openmp.omp_{call}_{kind}(&lock)")

    def choose_lock(self):
        self.lock = self.pick("gil", "lock", "lock", "nest") if self.maybe(90) else "gil"
        if self.lock != "gil":
            kind = "nest_lock" if self.lock == "nest" else "lock"
            self.declare("lock", f"openmp.omp_{kind}_t")
            self.line(1, f"openmp.omp_init_{kind}(&lock)")

    def end_lock(self):
        if self.lock != "gil":
            kind = "nest_lock" if self.lock == "nest" else "lock"
            self.line(1, f"openmp.omp_destroy_{kind}(&lock)")
