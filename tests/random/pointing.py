"""Programs with pointers: memory that callers allocate, elements of views, memory of each iteration."""

from written import ADD, SUM, Writer

# What a function does with the memory that it gets: a body of its loop, how often the loop runs, and how many elements it needs.
USES = [
    ("p[i] = p[i] * 2 + i", "count", "count"),
    ("p[i] = x[0] + i", "count", "count"),
    ("p[i] += v", "start, count", "count"),
    ("p[count - 1 - i] = v", "count", "count"),
    ("x[i] = p[keys[i]]", "x.shape[0]", "n"),
    ("x[i] += p[i] if i < count else v", "x.shape[0]", "count"),
    ("x[i] = p[count - 1] + p[keys[i] // 2]", "x.shape[0]", "count"),
    ("x[i] = p[count - 1 - keys[i]]", "x.shape[0]", "count"),
    ("p[2 * i] = i", "count // 2", "count"),
    ("p[i + start] = v", "count - start", "count"),
]


class Given(Writer):
    """Functions with regions that get pointers from several callers."""

    def write(self):
        self.common()
        kind, keys = self.kind, dict(self.params)["keys"].dtype
        taken = f"{kind} *p, {kind}[:] x, {keys}[:] keys, Py_ssize_t count, int start, {kind} v"
        self.worker("work", taken)
        names = ["work"]
        if self.maybe(40):
            self.worker("second", taken)
            names.append("second")
        if self.maybe(30):
            self.before.append(self.between(names, taken))
            names.append("between")
        callers = ["one", "other"][: self.chance.below(3)]
        for name in callers:
            self.before.append(self.caller(name, names, kind, keys))
        for name in ("size", "more"):
            self.declare(name, "Py_ssize_t")
        self.declare("p", f"{kind} *")
        self.declare("q", f"{kind} *")
        self.lines += self.allocating(names, kind)
        for name in callers:
            self.line(1, f"{self.name}_{name}(x, keys, out, m, n, o)")

    def worker(self, name, taken):
        lines = [f"cdef {self.pick('void', 'void', 'int')} {self.name}_{name}({taken}) {self.pick('except * nogil')}:"]
        is_int = lines[0].startswith("cdef int")
        if is_int:
            lines[0] = lines[0].replace("except * nogil", "except -1 nogil")
        lines += ["    cdef Py_ssize_t i, k"]
        depth = 1
        if self.maybe(20):
            lines.append(f"    if {self.pick('count > 1', 'start >= 0', 'x.shape[0] > 2')}:")
            depth = 2
        for _ in range(1 + self.chance.below(2)):
            use, bound, _ = self.chance.pick(USES)
            use = use.replace("p[", self.pick("p[", "p[", "(p + 0)["))
            if self.maybe(45):
                lines.append("    " * depth + f"for i in prange({bound}, device={{}}):")
                inner = depth + 1
            else:
                lines.append("    " * depth + "with nogil, parallel(device={}):")
                lines.append("    " * (depth + 1) + f"for i in prange({bound}):")
                inner = depth + 2
            if self.maybe(25):
                lines.append("    " * inner + f"if {self.pick('i % 2 == 0', 'i > start', 'v > 1', 'p[i] > 0')}:")
                inner += 1
            lines.append("    " * inner + use)
        if is_int:
            lines.append("    return 0")
        self.before.append("\n".join(lines) + "\n")

    def argument(self, name):
        return self.pick(name, f"{name} + 1", f"&{name}[0]") if self.maybe(15) else name

    def between(self, names, taken):
        lines = [f"cdef void {self.name}_between({taken}) except * nogil:"]
        for _ in range(1 + self.chance.below(2)):
            lines.append(f"    {self.name}_{self.chance.pick(names)}({self.argument('p')}, x, keys, {self.pick('count', 'count - 1', 'count')}, start, v)")
        return "\n".join(lines) + "\n"

    def caller(self, name, names, kind, keys):
        lines = [f"cdef void {self.name}_{name}({kind}[:] x, {keys}[:] keys, {kind}[:] out, int m, int n, int o) except *:"]
        for declared in (f"{kind} *p", f"{kind} *q", "Py_ssize_t i, k, size, more"):
            lines.append(f"    cdef {declared}")
        lines += self.allocating(names, kind)
        return "\n".join(lines) + "\n"

    def allocating(self, names, kind):
        """The lines of a function that allocates and calls."""
        lines, depth = [], 1
        size = self.pick("n", "m", "n + 1", "m * n", "n + m", "2 * n")
        lines.append(f"    size = {size}")
        lines.append(f"    more = size + {self.chance.below(3)}")
        pointers = []
        for name, count in [("p", "size"), ("q", "more")][: 1 + self.chance.below(2)]:
            form = count if self.maybe(65) else size
            if self.maybe(50):
                lines.append(f"    {name} = <{kind} *>calloc({form}, sizeof({kind}))")
            else:
                lines.append(f"    {name} = <{kind} *>malloc(({form}) * sizeof({kind}))")
            pointers.append((name, count if form == count else size))
        for name, count in pointers:
            if self.maybe(85):
                lines.append(f"    for k in range({count}):")
                lines.append(f"        {name}[k] = {self.pick('k', '1', '2 * k')}")
        if self.maybe(25):
            lines.append(f"    size = {self.pick('size - 1', 'size - 1', '0', 'more')}")
            pointers = [(name, size if count == "size" else count) for name, count in pointers]
        if self.maybe(10) and len(pointers) == 2:
            pointers = [("p", pointers[0][1])]
            lines.append(self.pick("    p = q", "    p = p + 1", "    q = p") if self.maybe(40) else "    q[0] = p[0]")
            pointers.append(("q", "more"))
        if self.maybe(50):
            use, bound, _ = self.chance.pick(USES[:2] + USES[4:8])
            use = use.replace("v", "1").replace("p[", f"{pointers[0][0]}[")
            whole = lambda text: text.replace("count", f"({pointers[0][1]})")
            lines.append(f"    for i in prange({whole(bound)}, nogil=True, device={{}}):")
            lines.append(f"        {whole(use)}")
        if self.maybe(20):
            lines.append(f"    for i in range({self.pick('2', 'o')}):")
            depth = 2
        for _ in range(1 + self.chance.below(3)):
            name, count = self.chance.pick(pointers)
            count = self.pick(count, count, count, "size", "n", "o")
            lines.append("    " * depth + f"{self.name}_{self.chance.pick(names)}({self.argument(name)}, x, keys, {count}, {self.pick('0', '1', 'o')}, {self.pick('2', '1')})")
        if self.maybe(12):
            name = self.chance.pick(names)
            lines.append(f"    if out.shape[0] > 3:\n        {self.name}_{name}({self.pick('&out[0]', '&out[1]')}, x, keys, {self.pick('2', '3')}, 0, 1)")
        for name, count in dict(pointers).items():
            lines.append(f"    for k in range({self.pick('n', count)}):")
            lines.append(f"        out[k if k < n else 0] += {name}[k]")
            lines.append(f"    free({name})")
        return [line for text in lines for line in text.split("\n")]


class Elements(Writer):
    """Pointers to elements of views, made before the region."""

    def write(self):
        self.common()
        kind = self.kind
        self.view("B", kind, ("m", "n"), layouts="C")
        self.view("y", kind, ("n",), layouts="C")
        self.declare("p", f"{kind} *")
        self.declare("q", f"{kind} *")
        depth = 1
        row = self.pick("0", "o", "m - 1")
        if self.maybe(35):
            self.line(1, f"for j in range({self.pick('m', '2')}):")
            depth, row = 2, "j"
        self.line(depth, f"p = {self.pick(f'&B[{row}, 0]', f'&B[{row}, 0]', f'&B[{row}, 1]', '&y[0]', '&y[1]')}")
        if self.maybe(40):
            self.line(depth, f"q = {self.pick('&y[0]', '&B[0, 0]', 'p + 1', 'p')}")
        else:
            self.line(depth, "q = &y[0]")
        if self.maybe(12):
            self.line(depth, self.pick("o = o + 1", "p = q", "q = p", "m = m - 1"))
        for _ in range(1 + self.maybe(30)):
            inner = self.region(depth, self.pick("n", "m", "1, n", "n - 1"))
            for _ in range(1 + self.chance.below(2)):
                self.use(inner)
        if self.maybe(40):
            self.line(depth, self.pick("out[0] += p[0]", "p[0] = 1", "q[0] += 1", "B[0, 0] = 3"))

    def use(self, depth):
        if self.maybe(25):
            self.line(depth, f"if {self.pick('i % 2 == 0', 'o > 0', 'i > 1', 'p[0] > 1')}:")
            depth += 1
        call = lambda form: self.helper(form[0], form[1].replace("KIND", self.kind))
        way = self.chance.below(9)
        if way == 0:
            self.line(depth, "p[i] = p[i] * 2 + 1")
        elif way == 1:
            self.line(depth, f"z[i] = p[{self.pick('0', 'i', 'n - 1 - i', 'keys[i]')}] + i")
        elif way == 2:
            self.line(depth, f"z[i] = {call(('sum', SUM))}({self.pick('p', 'q')}, {self.pick('n', 'n - 1', '2')})")
        elif way == 3:
            self.line(depth, f"q[i] = p[{self.pick('i', '0')}]")
        elif way == 4:
            self.line(depth, f"{call(('add', ADD))}({self.pick('p + i', '&p[i]', 'q + i')}, 1, {self.pick('2', 'x[0]')})")
        elif way == 5:
            self.line(depth, f"p[{self.pick('i', 'n - 1 - i')}] += q[{self.pick('i', '0')}]")
        elif way == 6:
            self.line(depth, f"p[i] = B[{self.pick('0', 'm - 1')}, i]")
        elif way == 7:
            self.line(depth, f"for k in range({self.pick('n', '2')}):")
            self.line(depth + 1, f"z[i] = {self.pick('p[k]', 'q[k]', 'p[k] + z[i]')}")
        else:
            self.line(depth, f"p[i] = {self.pick('3', 'i', 'x[0]')}")


OWN = """\
cdef KIND NAME(KIND *p, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t q
    cdef KIND *copy
    cdef KIND found
    copy = <KIND *>malloc((n + 1) * sizeof(KIND))
    for q in range(n):
        copy[q] = p[n - 1 - q]
    found = n
    if n > 0:
        found = copy[0] * 2
    free(copy)
    return found
"""


class Own(Writer):
    """Iterations that allocate for themselves."""

    def write(self):
        self.common()
        kind = self.kind
        self.declare("p", f"{kind} *")
        depth = self.region(1, self.pick("m", "m", "1, m"))
        if self.maybe(25):
            self.line(depth, f"if {self.condition()}:")
            self.line(depth + 1, "continue")
        size = self.pick("n", "n + 1", "2 * n", "n * m")
        self.line(depth, self.pick(f"p = <{kind} *>malloc(({size}) * sizeof({kind}))", f"p = <{kind} *>calloc({size}, sizeof({kind}))"))
        self.line(depth, f"for k in range({self.pick('n', 'n', 'n', 'n - 1')}):")
        self.line(depth + 1, f"p[k] = A[i, k]{self.pick('', ' + 1', ' * 2')}")
        if self.maybe(30):
            self.line(depth, f"if {self.condition()}:")
            self.line(depth + 1, "free(p)")
            self.line(depth + 1, "continue")
        for _ in range(1 + self.chance.below(2)):
            way = self.chance.below(6)
            call = lambda name, form: self.helper(name, form.replace("KIND", kind))
            if way == 0:
                self.line(depth, "for k in range(1, n):")
                self.line(depth + 1, "p[k] += p[k - 1]")
            elif way == 1:
                self.line(depth, f"{call('add', ADD)}(p, n, x[i])")
            elif way == 2:
                self.line(depth, f"z[i] = {call('own', OWN)}(p, n)")
            elif way == 3:
                self.line(depth, f"z[i] = {call('sum', SUM)}({self.pick('p', 'p + 1')}, {self.pick('n', 'n - 1')})")
            else:
                self.line(depth, f"z[i] = p[{self.pick('0', 'keys[i]', 'n - 1')}]")
        self.line(depth, "free(p)")
