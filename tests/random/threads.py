"""Programs with threads that have memory of their own, locks, numbers of threads, and chosen functions."""

from written import ADD, ROW, SHOWN, SUM, TURNED, Writer

# Rows for threads that have one each.
MOST_THREADS = 8


class Block(Writer):
    """A block of threads that have memory of their own, and perhaps add up what they have."""

    def write(self):
        self.common()
        self.choose_lock()
        self.own = []
        size = self.pick("n", "n", "n + 1", "2 * n", "n * m")
        if self.maybe(40):
            self.declare("size", self.pick("Py_ssize_t", "int"))
        if self.maybe(30) and "size" in self.declared:
            self.line(1, f"size = {size}")
            size = "size"
        self.line(1, "with nogil, parallel(device={}):")
        if "size" in self.declared and size != "size":
            self.line(2, f"size = {size}")
            size = "size"
        sums = self.chance.percent(75)
        self.allocate("mine", self.kind, size, sums)
        if self.maybe(45):
            self.allocate("tally", "long", "n", True)
        if self.maybe(40):
            self.allocate("row", self.kind, self.pick("n", "n + 2"), False)
        if self.maybe(25) and size != "n * m":
            self.declare("part", f"{self.kind} *")
            self.line(2, self.pick("part = mine + 0", "part = &mine[0]", "part = mine + 0 * n"))
            self.own.append(("part", None, True))
        self.line(2, f"for i in prange({self.pick('m', 'm', 'm', '0, m, 2', '1, m')}{self.pick('', '', ', schedule=' + repr('static'))}):")
        for _ in range(1 + self.chance.below(4)):
            self.inside(3)
        self.after(2)
        freed = [name for name, kind, _ in self.own if kind is not None]
        for name in self.chance.shuffled(freed):
            self.line(2, f"free({name})")
        self.end_lock()
        if self.maybe(20):
            self.line(1, "return o")

    def allocate(self, name, kind, size, is_sum):
        self.declare(name, f"{kind} *")
        way = self.pick("calloc", "memset", "loop") if is_sum or self.maybe(25) else "malloc"
        if way == "calloc":
            self.line(2, f"{name} = <{kind} *>calloc({size}, sizeof({kind}))")
        else:
            self.line(2, f"{name} = <{kind} *>malloc({self.pick('(' + size + ') * sizeof(' + kind + ')', 'sizeof(' + kind + ') * (' + size + ')')})")
        if way == "memset":
            self.line(2, f"memset({name}, 0, ({size}) * sizeof({kind}))")
        elif way == "loop":
            self.line(2, f"for k in range({size}):")
            self.line(3, f"{name}[k] = 0")
        self.own.append((name, kind, way != "malloc"))

    def inside(self, depth):
        names = [name for name, _, _ in self.own]
        sums = [name for name, kind, filled in self.own if filled and kind in (self.kind, None)]
        choices = [(10, self.number), (8, self.skip)]
        if sums:
            choices += [(40, lambda d: self.add(d, self.chance.pick(sums)))]
        if "tally" in names:
            choices += [(20, self.count)]
        if "row" in names:
            choices += [(30, self.scratch)]
        if ("mine", self.kind, False) in self.own:
            choices += [(30, lambda d: self.scratch(d, "mine"))]
        self.chance.weighted(choices)(depth)

    def number(self, depth):
        self.line(depth, f"z[i] = {self.value()}")

    def skip(self, depth):
        self.line(depth, f"if {self.condition()}:")
        self.line(depth + 1, "continue")

    def add(self, depth, name):
        if self.maybe(20):
            self.line(depth, f"if {self.condition()}:")
            depth += 1
        way = self.chance.below(7)
        sign = self.pick("+", "+", "-")
        if way == 0:
            self.line(depth, "for k in range(n):")
            self.line(depth + 1, f"{name}[k] {sign}= A[i, {self.pick('k', 'n - 1 - k')}]")
        elif way == 1:
            self.line(depth, f"b = {self.key()}")
            self.line(depth, f"{name}[b] {sign}= {self.value()}")
        elif way == 2:
            self.line(depth, f"{self.helper('add', ADD.replace('KIND', self.kind))}({name}, n, {self.value()})")
        elif way == 3:
            self.line(depth, f"{self.helper('row', ROW.replace('KIND', self.kind))}(A[i], {name}, n)")
        elif way == 4:
            # What is added to is also read.
            self.line(depth, f"{name}[keys[i]] {sign}= {self.pick('out[keys[i]]', 'cnt[keys[i]]' if self.kind != 'float' else 'out[0]')}")
        elif way == 5:
            self.line(depth, f"{self.helper('add', ADD.replace('KIND', self.kind))}({self.pick(name + ' + keys[i]', '&' + name + '[keys[i]]')}, 1, {self.value()})")
        else:
            self.line(depth, f"{name}[{self.key()}] {sign}= {self.value()}")

    def count(self, depth):
        self.line(depth, f"tally[{self.key()}] += {self.pick('1', '2', 'i', 'keys[i]')}")

    def scratch(self, depth, name="row"):
        """Written, then read; or not all of it, which is no test."""
        self.line(depth, f"for k in range({self.pick('n', 'n', 'n', 'n - 1') if self.maybe(20) else 'n'}):")
        self.line(depth + 1, f"{name}[k] = A[i, k]{self.pick('', ' * 2', ' + i')}")
        if self.maybe(40):
            self.line(depth, "for k in range(1, n):")
            self.line(depth + 1, f"{name}[k] = {name}[k] + {name}[k - 1]")
        call = self.helper("sum", SUM.replace("KIND", self.kind))
        self.line(depth, self.pick(f"z[i] = {name}[n - 1]", f"z[i] = {call}({name}, n)", f"z[i] = {name}[keys[i]] + x[i]"))

    def after(self, depth):
        sums = [name for name, kind, filled in self.own if filled and kind in (self.kind, None)]
        if not sums and not any(name == "tally" for name, _, _ in self.own):
            return
        if self.maybe(8):
            return

        def parts(depth):
            if self.maybe(25):
                self.line(depth, f"if {self.pick('o > 0', 'n > 1', 'o == 0 or n < 3')}:")
                depth += 1
            bound = self.pick("n", "n", "n", "0, n, 2", "n - 1, -1, -1")
            self.line(depth, f"for k in range({bound}):")
            for name in sums:
                self.sum(depth + 1, name)
            if any(name == "tally" for name, _, _ in self.own):
                self.line(depth + 1, f"cnt[k] {self.pick('+', '-')}= {self.pick('tally[k]', 'tally[k] * 2', 'tally[n - 1 - k]')}")

        self.locks(depth, parts)

    def sum(self, depth, name):
        sign = self.pick("+", "+", "-")
        way = self.chance.below(8)
        if way == 0:
            self.line(depth, f"h = {name}[k] * 2")
            self.line(depth, f"out[k] {sign}= h")
        elif way == 1:
            self.line(depth, f"out[{self.helper('turned', TURNED)}(k, n)] {sign}= {name}[k]")
        elif way == 2:
            self.line(depth, f"out[k] = out[k] {sign} {name}[k]")
        elif way == 3:
            self.line(depth, f"out[k] {sign}= {name}[k] * {self.pick('x[0]', 'z[0]', 'A[0, k]', 'out[0]')}")
        elif way == 4:
            self.line(depth, f"if {name}[k] > 0:")
            self.line(depth + 1, f"out[k] {sign}= {name}[k]")
        else:
            self.line(depth, f"out[k] {sign}= {name}[{self.pick('k', 'k', 'n - 1 - k')}]")


class Sums(Writer):
    """Sums under a lock in iterations."""

    def write(self):
        self.common()
        self.view("B", self.kind, ("n", "n"))
        self.choose_lock()
        depth = self.region(1, self.pick("m", "m", "m", "1, m", "m - 1, -1, -1"))
        for _ in range(self.chance.below(3)):
            self.beside(depth)
        for _ in range(1 + (self.chance.below(4) == 0)):
            self.locks(depth, self.under)
            if self.maybe(25):
                self.beside(depth)
        self.end_lock()

    def beside(self, depth):
        way = self.chance.below(6)
        if way == 0:
            self.line(depth, f"if {self.condition()}:")
            self.line(depth + 1, "continue")
        elif way == 1:
            self.line(depth, f"b = {self.key()}")
        elif way == 2:
            self.line(depth, f"z[i] = {self.pick('out[0]', 'x[i]', 'A[i, 0]', 'cnt[0]' if self.kind != 'float' else 'x[i]')}")
        else:
            self.line(depth, f"z[i] = {self.value()}")

    def under(self, depth):
        for _ in range(1 + self.chance.below(3)):
            inner = depth
            if self.maybe(20):
                self.line(depth, f"if {self.pick(self.condition(), 'out[0] > 3', 'z[i] > 1')}:")
                inner += 1
            self.sum(inner)

    def sum(self, depth):
        sign = self.pick("+", "+", "-")
        way = self.chance.below(11)
        if way == 0:
            self.line(depth, "for k in range(n):")
            self.line(depth + 1, f"out[k] {sign}= A[i, k]")
        elif way == 1:
            self.line(depth, "for k in range(n):")
            self.line(depth + 1, f"B[keys[i], k] {sign}= {self.pick('A[i, k]', 'x[i]', 'out[k]')}")
        elif way == 2:
            self.line(depth, f"b = {self.key()}")
            self.line(depth, f"out[b] {sign}= {self.value()}")
        elif way == 3:
            self.line(depth, f"h = {self.value()}")
            self.line(depth, f"out[0] {sign}= h")
        elif way == 4:
            self.line(depth, f"cnt[{self.key()}] {sign}= {self.pick('1', 'i', 'keys[i]')}")
        elif way == 5:
            self.line(depth, f"out[{self.key()}] = out[{self.pick('keys[i]', '0')}] {sign} x[i]")
        elif way == 6:
            self.line(depth, f"out[keys[i]] {sign}= {self.pick('z[i]', 'B[0, 0]', 'out[0]', 'out[keys[i]]')}")
        elif way == 7 and self.kind != "long":
            self.line(depth, f"cnt[keys[i]] {sign}= i")
        elif way == 8:
            self.line(depth, f"z[i] {sign}= x[i]")
        else:
            self.line(depth, f"out[{self.key()}] {sign}= {self.value()}")


class Extremes(Writer):
    """The least and the greatest, under a lock in iterations or after the loop of a block."""

    def write(self):
        self.common()
        self.choose_lock()
        if self.maybe(40):
            self.block()
        else:
            depth = self.region(1, self.pick("m", "m", "1, m"))
            if self.maybe(25):
                self.line(depth, f"if {self.condition()}:")
                self.line(depth + 1, "continue")
            self.line(depth, f"h = {self.value()}")
            self.line(depth, f"b = {self.key()}")
            self.locks(depth, self.under)
            if self.maybe(30):
                self.line(depth, f"z[i] = {self.pick('h', 'x[i] + 1')}")
        self.end_lock()

    def under(self, depth):
        if self.maybe(15):
            self.line(depth, "for k in range(n):")
            self.keep(depth + 1, "out[k]", "A[i, k]")
        for _ in range(1 + self.maybe(35)):
            way = self.chance.below(10)
            if way == 0:
                self.line(depth, f"out[b] += {self.pick('h', 'x[i]')}")
            elif way == 1:
                self.keep(depth, "cnt[b]", "keys[i]")
            elif way == 2:
                self.keep(depth, f"out[{self.pick('0', 'keys[i]')}]", self.pick("A[i, 0]", "z[i]", "out[0]"))
            else:
                self.keep(depth, f"out[{self.pick('b', 'b', '0', 'keys[i]')}]", self.pick("h", "h", "x[i]", "x[i] * 2", "h + 1"))

    def keep(self, depth, place, value, op=None):
        op = op or self.op
        way = self.chance.below(8)
        if way == 0:
            self.line(depth, f"{place} = {'min' if op == '<' else 'max'}({place}, {value})")
        elif way == 1:
            self.line(depth, f"{place} = {'min' if op == '<' else 'max'}({value}, {place})")
        else:
            swapped = {"<": ">", ">": "<"}[op]
            equal = "=" if self.maybe(15) else ""
            self.line(depth, f"if {self.pick(f'{value} {op}{equal} {place}', f'{place} {swapped}{equal} {value}')}:")
            self.line(depth + 1, f"{place} = {value}")
            if self.maybe(6):
                self.line(depth, "else:")
                self.line(depth + 1, f"{place} = {place}")

    @property
    def op(self):
        if not hasattr(self, "chosen"):
            self.chosen = self.pick("<", ">")
        return self.pick("<", ">") if self.maybe(6) else self.chosen

    def block(self):
        kind = self.kind
        self.declare("mine", f"{kind} *")
        self.line(1, "with nogil, parallel(device={}):")
        self.line(2, f"mine = <{kind} *>malloc(n * sizeof({kind}))")
        self.line(2, "for k in range(n):")
        # Without iterations, what a thread begins with is all that it adds.
        self.line(3, f"mine[k] = {1000 if self.op == '<' else -1000}" if self.maybe(60) else f"mine[k] = {self.pick('0', '1', '-2')}")
        self.line(2, f"for i in prange({self.pick('m', 'm', '1, m', 'o')}):")
        if self.maybe(60):
            self.line(3, "for k in range(n):")
            self.keep(4, "mine[k]", self.pick("A[i, k]", "A[i, k] + x[i]"))
        else:
            self.keep(3, "mine[keys[i]]", "x[i]")

        def after(depth):
            self.line(depth, "for k in range(n):")
            self.keep(depth + 1, "out[k]", self.pick("mine[k]", "mine[k]", "mine[k] + 1", "mine[n - 1 - k]"))

        self.locks(2, after)
        self.line(2, "free(mine)")


class Numbered(Writer):
    """Sums in a row of each thread, or scratch."""

    def write(self):
        self.common()
        self.declare("me", self.pick("int", "Py_ssize_t"))
        kind = "double" if self.kind != "long" else "long"
        self.declare("rows", f"{kind}[:, ::1]")
        dtype = ", dtype=np.int64" if kind == "long" else ""
        self.line(1, f"rows = np.zeros(({MOST_THREADS}, n + 1){dtype})")
        asked = self.pick("threadid()", "openmp.omp_get_thread_num()")
        beside = self.maybe(35)
        if beside:
            self.line(1, "with nogil, parallel(device={}):")
            self.line(2, f"me = {asked}")
            self.line(2, "for i in prange(m):")
            depth = 3
        else:
            depth = self.region(1)
            self.line(depth, f"me = {asked}")
        if self.maybe(40):
            for _ in range(1 + self.chance.below(2)):
                self.scratch(depth)
            return
        for _ in range(1 + self.chance.below(3)):
            self.sum(depth)
        self.line(1, f"for j in range({MOST_THREADS}):")
        self.line(2, "for k in range(n):")
        self.line(3, "out[k] += rows[j, k]")

    def sum(self, depth):
        sign = self.pick("+", "+", "-")
        way = self.chance.below(8)
        if way == 0:
            self.line(depth, f"if {self.condition()}:")
            self.line(depth + 1, "continue")
        elif way == 1:
            self.line(depth, "for k in range(n):")
            self.line(depth + 1, f"rows[me, k] {sign}= A[i, k]")
        elif way == 2:
            self.line(depth, f"z[i] = {self.value()}")
        elif way == 3 and self.maybe(40):
            self.line(depth, f"rows[me, {self.key()}] = {self.value()}")
        elif way == 4 and self.maybe(40):
            self.line(depth, f"z[i] = rows[me, n] + {self.value()}")
        else:
            self.line(depth, f"rows[me, {self.key()}] {sign}= {self.value()}")

    def scratch(self, depth):
        """Written before it is read, in each iteration; or nearly."""
        if self.maybe(20):
            self.line(depth, f"if {self.condition()}:")
            self.line(depth + 1, "continue")
        way = self.chance.below(6)
        if way == 0:
            self.line(depth, f"rows[me, 0] = {self.value()}")
            self.line(depth, "for k in range(1, n):")
            self.line(depth + 1, "rows[me, k] = rows[me, k - 1] + A[i, k]")
        elif way == 1:
            self.line(depth, f"rows[me, n] = {self.value()}")
            self.line(depth, "z[i] = rows[me, n] * 2")
            return
        elif way == 2:
            self.line(depth, f"for k in range({self.pick('n', 'n', 'n - 1', '1, n')}):")
            self.line(depth + 1, f"if {self.pick('k >= 0', 'A[i, k] > 0')}:")
            self.line(depth + 2, "rows[me, k] = A[i, k]")
        else:
            self.line(depth, "for k in range(n):")
            self.line(depth + 1, f"rows[me, k] = A[i, k]{self.pick('', ' * 2', ' + i')}")
        if self.maybe(40):
            self.line(depth, "for k in range(n):")
            self.line(depth + 1, f"rows[me, k] {self.pick('+', '-')}= {self.pick('1', 'x[i]', 'rows[me, 0]')}")
        if self.maybe(40):
            self.line(depth, "z[i] = 0")
            self.line(depth, f"for k in range({self.pick('n', 'n', 'n + 1')}):")
            self.line(depth + 1, "z[i] = z[i] + rows[me, k]")
        else:
            self.line(depth, f"z[i] = rows[me, {self.pick('0', 'keys[i]', 'n - 1')}] + 1")


class Rows(Writer):
    """Scratch in rows of memory that is there before the loops, by the number of the thread."""

    def write(self):
        self.common()
        self.declare("me", self.pick("int", "Py_ssize_t"))
        self.declare("w", self.pick("int", "Py_ssize_t"))
        self.line(1, f"w = {self.pick('n', 'n', 'n + 1', '2 * n')}")
        self.form = self.pick("row", "row", "place", "spread", "view")
        kind = self.kind
        if self.form == "view":
            kind = "double" if kind != "long" else "long"
            self.declare("cells", f"{kind}[:, ::1]")
            dtype = ", dtype=np.int64" if kind == "long" else ""
            self.line(1, f"cells = np.{self.pick('zeros', 'empty')}(({MOST_THREADS}, w){dtype})")
        else:
            self.declare("cells", f"{kind} *")
            size = self.pick(f"{MOST_THREADS} * w", f"w * {MOST_THREADS}")
            self.line(1, self.pick(f"cells = <{kind} *>calloc({size}, sizeof({kind}))", f"cells = <{kind} *>malloc({size} * sizeof({kind}))"))
        if self.form == "row":
            self.declare("row", f"{kind} *")
        for _ in range(self.pick(1, 1, 1, 2)):
            depth = 1
            if self.maybe(10):
                self.line(1, "for j in range(2):")
                depth = 2
            self.loop(depth)
        if self.maybe(8):
            first = "cells[0, 0]" if self.form == "view" else "cells[0]"
            self.line(1, self.pick(f"out[0] += {first}", f"if n > 2:\n        out[1] = {first}"))
        if self.form != "view":
            self.line(1, "free(cells)")

    def loop(self, depth):
        threads = self.pick("", f", num_threads={MOST_THREADS}")
        self.line(depth, f"for i in prange({self.pick('m', 'm', '1, m')}, nogil=True{threads}, device={{}}):")
        depth += 1
        number = self.pick("threadid()", "openmp.omp_get_thread_num()")
        self.line(depth, f"me = {number}")
        if self.form == "row":
            self.line(depth, self.pick("row = cells + me * w", "row = &cells[me * w]"))
        if self.maybe(20):
            self.line(depth, f"if {self.condition()}:")
            self.line(depth + 1, "continue")
        way = self.chance.below(8)
        if way == 0:
            # Nobody says what is in there.
            self.line(depth, f"z[i] = {self.cell('0')} + x[i]")
        elif way == 1:
            self.line(depth, f"for k in range({self.pick('w', 'n')}):")
            self.line(depth + 1, f"{self.cell('k')} = {self.pick('2', 'o')}")
            return
        elif way == 2:
            self.line(depth, f"{self.cell('0')} = 3")
        self.line(depth, f"for k in range({self.pick('n', 'n', 'n - 1')}):")
        self.line(depth + 1, f"{self.cell('k')} = {self.pick('A[i, k]', 'A[i, k] * 2', 'x[i]', '4')}")
        if self.maybe(30):
            self.line(depth, "for k in range(1, n):")
            self.line(depth + 1, f"{self.cell('k')} = {self.cell('k')} + {self.cell('k - 1')}")
        if self.form == "row" and self.maybe(40):
            self.line(depth, f"z[i] = {self.helper('sum', SUM.replace('KIND', self.kind))}(row, n)")
        elif self.form == "place" and self.maybe(40):
            self.line(depth, f"z[i] = {self.helper('sum', SUM.replace('KIND', self.kind))}(cells + me * w, n)")
        elif self.form == "view" and self.maybe(40):
            kind = "double" if self.kind != "long" else "long"
            self.line(depth, f"z[i] = {self.helper('shown', SHOWN.replace('KIND', kind))}(cells[me], n)")
        else:
            self.line(depth, f"z[i] = {self.cell(self.pick('0', 'keys[i]', 'n - 1'))} + {self.pick('1', 'x[i]')}")

    def cell(self, place):
        if self.form == "row":
            return f"row[{place}]"
        if self.form == "view":
            return f"cells[me, {place}]"
        return f"cells[me * w + {place}]" if self.form == "place" else f"cells[({place}) * {MOST_THREADS} + me]"


class Chosen(Writer):
    """Calls of function pointers."""

    def write(self):
        self.common()
        kind = self.kind
        form = self.pick("number", "number", "row")
        taken = self.pick(f"{kind}", f"{kind}, {kind}") if form == "number" else f"{kind}[:], {kind} *"
        fails = self.maybe(30)
        ending = "except? -1 nogil" if fails else "noexcept nogil"
        result = kind if form == "number" else "int"
        bodies = self.chance.shuffled(["2", "-1", "3", "0"])[: 2 + self.chance.below(2)]
        names = []
        for number, factor in enumerate(bodies):
            name = f"{self.name}_c{number}"
            names.append(name)
            if form == "row":
                self.before.append(f"cdef int {name}({kind}[:] v, {kind} *p) {ending}:\n    if v.shape[0] > {number}:\n        p[0] = v[{number}] * {factor}\n    else:\n        p[0] = {factor}\n    return {number}\n")
            elif "," in taken:
                self.before.append(f"cdef {kind} {name}({kind} a, {kind} c) {ending}:\n    return a * {factor} + c\n")
            else:
                self.before.append(f"cdef {kind} {name}({kind} a) {ending}:\n    return a * {factor} + {number}\n")
        self.before.insert(0, f"ctypedef {result} (*{self.name}_t)({taken}) {ending}\n")
        self.declare("f", f"{self.name}_t")
        self.line(1, f"f = {names[0]}")
        for name in names[1:]:
            self.line(1, f"if {self.pick('o > 0', 'm > 2', 'n > 3', 'o == 0')}:")
            self.line(2, f"f = {name}")
        two = self.maybe(35)
        if two:
            self.declare("g", f"{self.name}_t")
            self.line(1, f"g = {names[-1]}")
            if self.maybe(50):
                self.line(1, "if n > 2:")
                self.line(2, "g = f")
        loops = self.maybe(30)
        if loops:
            self.line(1, "for j in range(2):")
        at = 2 if loops else 1
        depth = self.region(at)
        used = self.pick("f", "g") if two else "f"
        if self.maybe(25):
            self.line(depth, f"if {self.condition()}:")
            depth += 1
        if form == "row":
            self.line(depth, f"b = {used}(A[i], &z[i])")
            if self.maybe(50):
                self.line(depth, "z[i] += b")
        else:
            argument = self.pick("x[i]", "x[i] + 1", "A[i, keys[i]]")
            arguments = argument if "," not in taken else f"{argument}, {self.value()}"
            self.line(depth, f"z[i] = {used}({arguments}){self.pick('', ' + x[i]')}")
        if loops:
            self.line(2, f"f = {names[-1]}")
        if two and self.maybe(40):
            depth = self.region(1)
            self.line(depth, "z[i] = z[i] + 1")
