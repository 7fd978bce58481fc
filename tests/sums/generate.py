"""Random functions whose loops add up, in variables and in memory: the loops around them may run several iterations at once."""

import random

KINDS = ("double", "double", "double", "float")
READ = ("double", "double", "double", "float", "unsigned char", "int", "long", "short")
AXES = {1: (":", ":", "::1"), 2: (":, :", ":, :", ":, ::1", "::1, :")}


class Function:
    """A function's text. Its parameters: matrices `a`, `b`, vectors `v`, `w`, what it stores to, and two numbers."""

    def __init__(self, name, seed):
        self.chance = random.Random(seed)
        self.name = name
        self.kind = self.pick(KINDS)
        self.parallel = self.chance.random() < 0.4
        # A region runs on the host, whose inner parallel loops are plain ones.
        self.in_region = self.parallel and self.chance.random() < 0.5
        self.in_memory = self.chance.random() < 0.25
        # Without checks, all indices are inside.
        self.checked = self.chance.random() < 0.5
        self.read = {"a": (self.pick(READ), 2), "b": (self.pick(READ), 2), "v": (self.pick(READ), 1), "w": (self.kind, 1)}
        self.stored = {"c": (self.kind, 2), "d": (self.pick(KINDS), 2), "y": (self.kind, 1)}
        self.axes = {name: self.pick(AXES[ndim]) for name, (_, ndim) in {**self.read, **self.stored}.items()}
        self.outer = self.pick(("i", "i", "i", None))
        self.counter = self.pick(("Py_ssize_t", "Py_ssize_t", "int", "long"))

    def pick(self, things):
        return self.chance.choice(things)

    def some(self, percent):
        return self.chance.random() * 100 < percent

    def view(self, name, kind, const):
        return f"{'const ' if const else ''}{kind}[{self.axes[name]}] {name}"

    def shift(self, name):
        return self.pick((name, name, name, name + " + 1", name + " + 2", "1 + " + name, name + " - 1" if self.checked else name))

    def element(self, inner):
        """Of a matrix or vector, most often in the way that vectors can read."""
        which = self.pick(("a", "b", "b", "v", "w"))
        index = self.pick(inner)
        if not self.parallel and self.some(8):
            return self.pick((f"y[{self.pick(('j + 1', index, 'j'))}]", f"c[{index}, j]", f"c[{self.outer or 0}, {index}]"))
        rows = [name for name in (self.outer, *inner) if name]
        if which in "vw":
            return f"{which}[{self.pick((self.shift('j'), f'j + {index}', index, self.outer or 'j', '0'))}]"
        row = self.pick((index, index, self.pick(rows), f"{self.outer} + {index}" if self.outer else index, "q"))
        column = self.pick(("j", "j", self.shift("j"), f"j + {self.pick(inner)}", index, self.outer or "j"))
        if self.some(15):
            row, column = column, row
        return f"{which}[{row}, {column}]"

    def number(self, inner, depth=2):
        kind = self.chance.randrange(10)
        if depth and kind < 4:
            if self.some(10):
                return f"({self.number(inner, depth - 1)} / <double>{self.element(inner)})"
            return f"({self.number(inner, depth - 1)} {self.pick('+-***')} {self.number(inner, depth - 1)})"
        if kind == 4:
            return self.pick(("p", "0.5", "2.0", "-1.5", "<double>q", "1"))
        if kind == 5:
            return f"-{self.element(inner)}"
        if kind == 6:
            return f"<{self.pick(('double', 'float', self.kind))}>{self.element(inner)}"
        if kind == 7:
            return self.pick(("t", "s", "u", f"<double>{self.pick(inner)}", "<double>j"))
        return self.element(inner)

    def sum(self, inner):
        into = self.pick(("s", "s", "s", "t"))
        value = self.number(inner)
        if self.in_memory and self.some(80):
            return f"{self.place} += {value}"
        whole = (f"{into} = {into} + {value}", f"{into} = {into} - {value}", f"{into} = {value} + {into} * 0.5")
        # In place, it would be a reduction of threads.
        return self.pick(whole if self.parallel else (*whole, f"{into} += {value}", f"{into} -= {value}"))

    def nest(self, depth, inner, indent):
        """Loops that add up."""
        counter = "kl"[len(inner)]
        inner = (*inner, counter)
        bounds = self.pick(("n2", "n2", "n2", "1, n2", "n2, 0, -1", "0, n2, 2", "a.shape[0]" if self.checked else "n2", "j", "3"))
        lines = [f"for {counter} in range({bounds}):"]
        body = []
        if self.some(30):
            body.append(f"{self.pick('uuut')} = {self.number(inner)}")
        if self.some(15):
            body.append(f"m = {self.pick(inner)} * 2")
        if depth and self.some(60):
            body += self.nest(depth - 1, inner, indent)
        body.append(self.sum(inner))
        if self.some(12):
            body += [f"if {self.pick((f'{counter} % 2 == 0', 'p > 0.5', 's > 1', f'{counter} == q'))}:", "    " + self.sum(inner)]
        if self.some(10):
            body.append(self.pick((f"if {counter} == 3: break", f"if {counter} == 1: continue", f"t = {self.number(inner)}")))
        return lines + ["    " + line for line in body]

    def after(self):
        value = self.pick(("s", "s", "s", "s + t", "s * p", "s / 2", "s / q", f"s / <double>n2", "u", "t - s"))
        lines = []
        if self.some(20):
            some = ("if s > 2: continue", "if s < -1: s = 0", "t = s", "u = s", "s = s * 2", "last = j")
            lines.append(self.pick(some if self.parallel else (*some, "if j == 7: break")))
        stores = [f"c[{self.outer or 0}, j] = {value}", f"c[j, {self.outer or 0}] = {value}", f"d[j, {self.outer or 'j'}] = t"]
        if self.is_own():
            stores += [f"y[j] = {value}", f"y[n1 - j + 2] = {value}"]
        # Each element is one thread's.
        stores = [f"{self.place} = {value}"] if self.parallel else stores
        if self.in_memory and self.some(80):
            return lines
        lines += self.chance.sample(stores, 1 if self.parallel else self.pick((1, 1, 1, 2)))
        if self.some(20) and not self.parallel:
            lines.append(self.pick(("total += s", "count += 1", "y[j] += s", "c[0, 0] = s")))
        return lines

    def is_own(self):
        """Whether an iteration over `j` may store to a vector: no other thread does."""
        return not self.parallel or not self.outer

    def body(self):
        """Of the loop over `j`."""
        places = [f"c[{self.outer or 0}, j]", f"c[{self.outer or 0}, j]", f"c[j, {self.outer or 0}]"]
        places += ["y[j]"] if self.is_own() else []
        places += [] if self.parallel else ["y[0]", f"c[{self.outer or 0}, 2]"]
        self.place = self.pick(places)
        lines = ["u = 1"] if self.parallel else []
        if self.parallel or self.some(90):
            lines.append(f"s = {self.pick(('0', '0', '0', '-0.0', 'p', 'v[j]', 'y[j]', '0.1', f'b[q, j]'))}")
        if self.parallel or self.some(60):
            lines.append(f"t = {self.pick(('0', '1', 'p', 'v[j]'))}")
        if self.in_memory and self.some(60):
            lines.append(f"{self.place} = {self.pick(('0', 's', 'p'))}")
        lines += self.nest(self.pick((0, 0, 1)), (), 0)
        if self.some(15):
            lines += self.nest(0, (), 0)
        return lines + self.after()

    def text(self):
        start = self.pick(("", "", "", "1, ", "q, ", "-2, " if self.checked and self.some(20) else "", f"{self.outer}, " if self.outer else ""))
        stop = self.pick(("n1", "n1", "n1", "n1", "n1 + 1", *(("b.shape[1]", "v.shape[0] - 3") if self.checked else ())))
        step = self.pick(("", "", "", "", "", "", "", ", 2"))
        bounds = f"{start or ('0, ' if step else '')}{stop}{step}"
        loops = "prange" if self.parallel else "range"
        options = ", nogil=True" if self.parallel else ""
        options += ", device={}" if self.in_region else ""
        inside = "prange" if self.in_region and self.some(60) else "range"
        body = self.body()
        lines = []
        if self.outer:
            lines.append(f"for i in {loops}({self.pick(('n0', 'n0', 'c.shape[0]' if self.checked else 'n0', '2'))}{options}):")
            inner = [f"for j in {inside}({bounds}):", *("    " + line for line in body)]
            lines += ["    " + line for line in inner]
        else:
            lines.append(f"for j in {loops}({bounds}{options}):")
            lines += ["    " + line for line in body]
        head = []
        if not self.checked:
            head += ["@cython.boundscheck(False)", "@cython.wraparound(False)"]
        elif self.some(40):
            head.append("@cython.wraparound(False)")
        if self.some(60):
            head.append("@cython.cdivision(True)")
        params = [self.view(name, kind, self.some(50)) for name, (kind, _) in self.read.items()]
        params += [self.view(name, kind, False) for name, (kind, _) in self.stored.items()]
        head.append(f"def {self.name}({', '.join(params)}, double p, Py_ssize_t q, {self.counter} n0, {self.counter} n1, {self.counter} n2):")
        head.append(f"    cdef {self.counter} i = -1, j = -1, k = -1, l = -1, m = -1, last = -1")
        head.append(f"    cdef {self.kind} s = 3, t = 4, u = 5, total = 0")
        head.append("    cdef long count = 0")
        if self.parallel:
            result = ["    return None"]
        else:
            result = ["    return i, j, k, l, m, last, s, t, u, total, count"]
        return "\n".join(head + ["    " + line for line in lines] + result) + "\n"


def module(seed, functions):
    """The text of a module, and its functions by name."""
    made = [Function(f"f{number}", f"{seed} {number}") for number in range(functions)]
    head = "# cython: language_level=3\ncimport cython\nfrom cython.parallel cimport prange\n\n\n"
    texts = [one.text() for one in made]
    facts = {one.name: one for one in made}
    return head + "\n\n".join(texts), facts
