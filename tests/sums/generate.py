"""Random functions whose loops add up, in variables and in memory: the loops around them may run several iterations at once."""

import random

KINDS = ("double", "double", "double", "float")
INTEGERS = ("int", "long", "unsigned char")
READ = ("double", "double", "double", "float", "unsigned char", "int", "long", "short")
AXES = {1: (":", ":", "::1"), 2: (":, :", ":, :", ":, ::1", "::1, :")}


class Function:
    """A function's text. Its parameters: matrices `a`, `b`, vectors `v`, `w`, what it stores to, a vector `x` of any length, and two
    numbers."""

    def __init__(self, name, seed):
        self.chance = random.Random(seed)
        self.name = name
        self.is_integer = self.chance.random() < 0.2
        self.kind = self.pick(INTEGERS if self.is_integer else KINDS)
        self.parallel = self.chance.random() < 0.4
        # A region runs on the host, whose inner parallel loops are plain ones.
        self.in_region = self.parallel and self.chance.random() < 0.5
        self.in_memory = self.chance.random() < 0.25
        # Most of its loops can run several iterations at once.
        self.is_plain = self.chance.random() < 0.5
        # Without checks, all indices are inside.
        self.checked = self.chance.random() < 0.5
        read = (*INTEGERS, "short") if self.is_integer else READ
        self.read = {"a": (self.pick(read), 2), "b": (self.pick(read), 2), "v": (self.pick(read), 1), "w": (self.kind, 1)}
        self.stored = {"c": (self.kind, 2), "d": (self.kind if self.is_integer else self.pick(KINDS), 2), "y": (self.kind, 1)}
        self.short = {"x": (self.pick(read), 1)}
        axes = {ndim: axes[:3] if self.is_plain else axes for ndim, axes in AXES.items()}
        self.axes = {name: self.pick(axes[ndim]) for name, (_, ndim) in {**self.read, **self.stored, **self.short}.items()}
        self.divides = self.chance.random() < 0.3
        # Nothing is added up: each element is made of others.
        self.is_elementwise = not self.is_integer and not self.in_memory and self.chance.random() < 0.2
        self.divides |= self.is_elementwise
        self.divides_integers = False
        # Iterations do something if a condition holds, which they change.
        self.is_rare = not self.in_memory and not self.is_elementwise and self.chance.random() < 0.25
        # Iterations read what the one before has stored.
        self.hands_on = not (self.in_memory or self.is_elementwise or self.is_rare) and self.chance.random() < 0.15
        # Inner loops read rows that are looked up.
        self.looks_up = not (self.in_memory or self.is_elementwise or self.is_rare or self.hands_on) and self.chance.random() < 0.15
        self.outer = self.pick(("i", "i", "i", None))
        if (self.is_rare or self.hands_on) and self.parallel:
            self.outer = "i"
        if self.looks_up:
            # Without checks, nothing may change an index.
            kinds = ("int", "long", "short", "unsigned char", *(self.kind for _ in range(8) if self.is_integer))
            self.read["v"] = (self.pick(kinds) if self.checked else "short", 1)
            self.short["x"] = (self.pick(("int", "long", "short", "unsigned char")), 1)
        self.counter = self.pick(("Py_ssize_t", "Py_ssize_t", "int", "long"))
        # Iterations change the column that they have read.
        self.of_columns = self.is_own() and self.chance.random() < 0.15

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
        if self.of_columns and self.some(40):
            return f"c[{index}, j]" if self.parallel else self.pick((f"c[{index}, j]", f"c[{index}, j]", f"c[{index}, j]", f"c[{index}, j + 1]", f"c[j, {index}]"))
        if self.is_plain and self.outer and not self.parallel and self.some(8):
            # Of the view that is stored to, in another row or in the same one.
            return self.pick((f"c[i + 1, {index}]", f"c[i + 1, j + {index}]", f"c[i + 2, {index}]", f"c[i, {index}]", f"c[{index}, i]"))
        if self.is_plain and self.some(95):
            return self.pick((f"b[{index}, j]", f"b[{index}, j + 1]", f"v[j + {index}]", f"w[{index}]", f"a[{index}, 0]", f"a[{index}, j]", f"a[j, {index}]", f"b[j, {index}]"))
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

    def integer(self, inner, depth=2):
        kind = self.pick((0, 4, 5, 6, 7)) if self.is_plain else self.chance.randrange(8)
        if depth and kind < 3:
            return f"({self.integer(inner, depth - 1)} {self.pick('+-*')} {self.integer(inner, depth - 1)})"
        if kind == 3:
            return self.pick(("3", "<long>q", "1", "2"))
        if kind == 4:
            return self.pick(("t", "s", "u", f"<long>{self.pick(inner)}", "<long>j"))
        return self.element(inner)

    def number(self, inner, depth=2):
        if self.is_integer:
            return f"<{self.kind}>({self.integer(inner, depth)})"
        kind = self.pick((0, 0, 4, 7, 8, 9)) if self.is_plain else self.chance.randrange(10)
        if depth and kind < 4:
            if self.some(40 if self.divides else 10):
                return f"({self.number(inner, depth - 1)} / <double>{self.element(inner)})"
            return f"({self.number(inner, depth - 1)} {self.pick('+-***')} {self.number(inner, depth - 1)})"
        if depth and self.some(8):
            return f"({self.number(inner, depth - 1)}) ** {self.pick(('2', '2', '2.0', '3'))}"
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
        whole = (f"{into} = {into} + {value}", f"{into} = {into} - {value}", f"{into} = {value} + {into} * {'2' if self.is_integer else '0.5'}")
        if self.some(15) and not self.is_integer:
            magnitude = self.pick((f"abs(<double>{value})", f"fabs({value})", f"sqrt(fabs({value}))"))
            whole = (f"{into} = {into} + {magnitude}",)
        # In place, it would be a reduction of threads.
        return self.pick(whole if self.parallel else (*whole, f"{into} += {value}", f"{into} -= {value}"))

    def condition(self, into, inner):
        op = self.pick(("<", ">", ">", "<=", ">=", "==", "!="))
        return f"{self.number(inner, 1)} {op} {self.pick((into, into, 't', '1', self.number(inner, 0)))}"

    def guarded(self, inner, into, op):
        """What a condition keeps from being read, or from a division by zero."""
        index = self.pick(inner)
        at = self.pick(("j", "j", "j + 1", "j - 1", index, index, f"{index} + 1"))
        of = f"<{self.kind}>x[{at}]"
        is_there = f"{at} < x.shape[0]" if at != "j - 1" else "1 <= j and j - 1 < x.shape[0]"
        kind = self.chance.randrange(8)
        if kind == 7:
            # `e` is for the choice alone.
            within = [f"e = {self.number(inner, 1)}", f"if {self.condition('e', inner)}:", f"    e = {self.number(inner, 0)}", f"{into} = {into} + e"]
            return [f"if {self.element(inner)} {op} 1:", *("    " + line for line in within)]
        if kind == 0:
            return [f"{into} = {into} + ({of} if {is_there} else 1)"]
        if kind == 1:
            return [f"if {is_there} and {of} {op} {into}:", f"    {into} = {of}"]
        if kind == 2:
            return [f"if {self.element(inner)} {op} 1:", f"    if {is_there}:", f"        {into} = {into} + {of}"]
        if kind == 3:
            return [f"if {self.element(inner)} * q > 0:", f"    {into} = {into} + <{self.kind}>(<long>7 // q)"]
        if kind == 4:
            return [f"if {is_there}:", f"    {into} = {into} + {of}"]
        other = self.pick((f"w[{index}]", f"v[{index}] - v[j]", f"b[{index}, j]", f"a[{index}, {index}]", f"v[j + 1] - v[{index} + 1]", f"w[{self.outer or 0}]"))
        return [f"if {self.pick((f'j != {index}', f'{index} > j', f'{self.element(inner)} {op} 1'))}:", f"    {into} = {into} + <{self.kind}>({other})"]

    def choice(self, inner):
        """The largest so far, and what else an iteration may do or leave out."""
        into = self.pick(("s", "s", "t"))
        value = self.number(inner, 1)
        op = self.pick("<>")
        if self.some(35):
            return self.guarded(inner, into, op)
        kind = self.chance.randrange(11)
        if kind > 8:
            conditions = [f"{inner[0]} == {self.pick((0, 1))}", self.condition(into, inner), f"{value} {op} {into}"]
            self.chance.shuffle(conditions)
            values = [self.pick((value, f"{into} + 1", "2")) for _ in range(4)]
            lines = []
            for word, condition in zip(("if", "elif", "elif"), conditions[: self.pick((2, 2, 3))]):
                lines += [f"{word} {condition}:", f"    {into} = {values.pop()}"]
            return lines + (["else:", f"    {into} = {values.pop()}"] if self.some(50) else [])
        if kind == 0:
            return [f"{into} = {self.pick(('max', 'min'))}({into}, {value})"]
        if kind == 1:
            return [f"{into} = {value} if {self.pick((f'{value} {op} {into}', self.condition(into, inner)))} else {into}"]
        if kind == 2:
            first, second = self.condition(into, inner), self.condition(into, inner)
            return [f"if {first} {self.pick(('and', 'or'))} {self.pick(('', '', 'not '))}{second}:", f"    {into} = {into} + 1"]
        if kind == 3:
            other = self.pick((value, self.number(inner, 1)))
            return [f"if {self.condition(into, inner)}:", f"    {into} = {other}", "else:", f"    {self.pick(('t', 's', 'u'))} = {other}"]
        if kind == 4:
            within = [f"if {self.condition(into, inner)}:", f"    {into} = {self.pick((value, '2'))}", f"{self.pick(('u', 's'))} = {into}"]
            return [f"if {self.condition(into, inner)}:", *("    " + line for line in within)]
        lines = [f"if {value} {op} {into}:", f"    {into} = {value}"]
        if self.some(60):
            lines.append(f"    best = {self.pick((*inner, *inner, 'j', '3', f'{inner[0]} + 1'))}")
        if self.some(20):
            lines += ["else:", f"    {self.pick((f'{into} = {into} + 1', 'u = 2', f'u = {into}'))}"]
        return lines

    def nest(self, depth, inner, indent):
        """Loops that add up."""
        counter = "kl"[len(inner)]
        inner = (*inner, counter)
        bounds = "n2" if self.is_plain and self.some(70) else self.pick(("n2", "n2", "n2", "1, n2", "n2, 0, -1", "0, n2, 2", "a.shape[0]" if self.checked else "n2", "j", "3"))
        lines = [f"for {counter} in range({bounds}):"]
        body = []
        if self.some(30):
            body.append(f"{self.pick('uuut')} = {self.number(inner)}")
        if self.some(15):
            body.append(f"m = {self.pick(inner)} * 2")
        if depth and self.some(60):
            body += self.nest(depth - 1, inner, indent)
        if self.some(35):
            body += self.choice(inner)
        if not body or not self.some(15):
            body.append(self.sum(inner))
        if self.some(12):
            body += [f"if {self.pick((f'{counter} % 2 == 0', 'p > 0.5', 's > 1', f'{counter} == q'))}:", "    " + self.sum(inner)]
        if self.some(15):
            into = self.pick("st")
            first = [f"if {self.pick((self.condition(into, inner), f'{counter} == j', f'{self.element(inner)} < 1'))}:"]
            first += [f"    {into} = {into} + 1"] if self.some(30) else []
            body = [*first, "    continue", *body] if self.some(80) else [*body, *first, "    continue"]
        if self.some(10) and not self.is_plain:
            body.append(self.pick((f"if {counter} == 3: break", f"if {counter} == 1: continue", f"t = {self.number(inner)}")))
        return lines + ["    " + line for line in body]

    def after(self):
        return self.stores() + (self.column() if self.of_columns else [])

    def column(self):
        """Stores to a whole column."""
        counter = self.pick("lm")
        place = self.pick((f"c[{counter}, j]",) * 3 + (f"c[{counter}, j + 1]", f"c[j, {counter}]"))
        place = place if not self.parallel else f"c[{counter}, j]"
        value = f"<{self.kind}>({place} + s)" if self.is_integer else self.pick((f"{place} - s", f"({place} - s) / t", "s", f"{place} * 0.5 + p"))
        return [f"for {counter} in range(n2):", f"    {place} = {value}"]

    def stores(self):
        value = self.pick(("s", "s", "s", "s + t", "s * p", "s / 2", "s / q", f"s / <double>n2", "u", "t - s", "s + best"))
        if self.is_integer:
            value = f"<{self.kind}>({self.pick(('s', 's', 's + t', 's * 3', 'u', 't - s', 's + best', 'best'))})"
        lines = []
        if self.some(20):
            some = ("if s > 2: continue", "if s < -1: s = 0", "t = s", "u = s", "s = s * 2", "last = j")
            lines.append(self.pick(some if self.parallel else (*some, "if j == 7: break")))
        stores = [f"c[{self.outer or 0}, j] = {value}", f"c[j, {self.outer or 0}] = {value}", f"d[j, {self.outer or 'j'}] = t"]
        if self.is_own():
            stores += [f"y[j] = {value}", f"y[n1 - j + 2] = {value}"]
        # Each element is one thread's.
        stores = [f"{self.place} = {value}"] if self.parallel else stores[:1] * 2 if self.is_plain else stores
        if self.in_memory and self.some(80):
            return lines
        lines += self.chance.sample(stores, 1 if self.parallel else self.pick((1, 1, 1, 2)))
        if self.some(20) and not self.parallel:
            lines.append(self.pick(("total += s", "count += 1", "y[j] += s", "c[0, 0] = s")))
        return lines

    def neighbour(self):
        """An element beside the one that an iteration makes."""
        row = self.outer or 0
        own = [f"c[{row}, j]", f"d[{row}, j]", *(["y[j]"] if self.is_own() else [])]
        others = [f"c[{row}, j + 1]", f"c[{row} + 1, j]", f"d[{row}, j + 2]", "y[j + 1]", *(["y[j - 1 + q]"] if self.checked else [])]
        read = [f"b[{row}, j]", f"b[{row}, j]", f"b[{row}, j + 1]", f"a[{row}, j]", f"a[j, {row}]", "v[j]", "v[j]", "v[j + 1]", "w[j]", f"w[{row}]"]
        return self.pick(read if self.some(60) else own if self.parallel or self.some(60) else others)

    def quotient(self, depth=2):
        kind = self.chance.randrange(10)
        if depth == 2 and kind < 7 or depth > 0 and kind < 2:
            return f"({self.quotient(depth - 1)} / <double>{self.pick((self.neighbour(), self.neighbour(), 't', 's', 'p', f'({self.neighbour()} + s)'))})"
        if depth > 0 and kind < 5:
            return f"({self.quotient(depth - 1)} {self.pick('+-*')} {self.quotient(depth - 1)})"
        if kind == 5:
            return f"sqrt(fabs({self.neighbour()}))"
        if kind == 6 and depth > 0:
            condition = f"{self.quotient(0)} < {self.quotient(0)} {self.pick(('and', 'or'))} {self.quotient(depth - 1)} > {self.neighbour()}"
            return f"({self.quotient(depth - 1)} if {condition} else {self.quotient(depth - 1)})"
        return self.pick((self.neighbour(), self.neighbour(), self.neighbour(), "p", "s", "t", "<double>j", "1.5"))

    def quotients(self):
        """Of the loop over `j`, where nothing is added up."""
        row = self.outer or 0
        places = [f"c[{row}, j]", f"c[{row}, j]", f"d[{row}, j]", *(["y[j]"] if self.is_own() else [])]
        places += [] if self.parallel else [f"c[{row}, j + 1]", f"c[j, {row}]", "y[j + 1]"]
        lines = [f"s = {self.neighbour()}", f"t = {self.neighbour()}"] if self.parallel or self.some(70) else []
        for _ in range(self.pick((1, 1, 2, 3))):
            place, condition = self.pick(places), f"{self.neighbour()} {self.pick('<>')} {self.pick(('0', '1', self.neighbour()))}"
            kind = self.chance.randrange(11)
            if kind == 10 and not self.parallel:
                at = self.pick(("j", "j + 1", f"{row} + 1", "n1 - j"))
                lines += [f"m = {at}", f"{self.pick(('y[m]', f'c[{row}, m]', 'd[m, j]'))} = {self.quotient()}"]
            elif kind < 2:
                lines.append(f"{self.pick('st')} = {self.quotient()}")
            elif kind == 2:
                lines += [f"if {condition}:", f"    {self.pick('st')} = {self.quotient()}"]
            elif kind == 3:
                lines += [f"if {condition}:", f"    {place} = {self.quotient()}"]
                lines += [f"elif {self.neighbour()} > s:", f"    {place} = {self.neighbour()}"] if self.some(40) else []
                lines += ["else:", f"    {place} = {self.quotient()}"]
            elif kind == 5 and not self.parallel and self.some(50):
                lines += ["m = j", f"if {condition}:", "    m = j + 1", f"    y[m] = {self.quotient()}", "else:", "    m = j", f"    y[m] = {self.quotient()}"]
            elif kind == 4 and self.some(40):
                lines += [f"if {condition}:", f"    {place} = {self.quotient()}"]
            else:
                lines.append(f"{place} {'=' if self.some(85) else '/='} {self.quotient()}")
        return [*lines, f"{self.pick(places)} = {self.quotient()}"]

    def rare(self):
        """Of the loop over `j`."""
        row = self.outer or 0
        cast = f"<{self.kind}>" if self.is_integer else ""
        read = (f"b[{row}, j]", f"b[{row}, j + 1]", f"b[j, {row}]", f"b[q, j]", "v[j]", "v[j]", "w[j]", f"c[{row}, j]", f"c[{row}, j + 1]", f"c[{row}, q]", f"d[{row}, j]")
        stored = [f"c[{row}, j]", f"c[{row}, j]", f"c[{row}, j + 1]", f"d[{row}, j + 2]"]
        if not self.parallel:
            read += (f"c[{row} + 1, j]", "y[j]", "y[j + 1]")
            # Without checks, `count` may be too far.
            stored += ["y[j]", "y[j + 2]", "y[count]" if self.checked else "y[q]", f"c[{row} + 1, j]"]
        value = lambda: self.pick((*read, *read, "s", "t", f"({self.pick(read)} + {self.pick(read)})", f"({self.pick(read)} - s)"))
        asked = lambda: f"{'not ' if self.some(10) else ''}{value()} {self.pick(('<', '>', '<=', '>=', '==', '!='))} {self.pick((value(), 's', 's', '2', '3'))}"
        lines = [f"t = {cast}{value()}"] * self.pick((0, 1, 1)) + ([f"u = {cast}(t + {value()})"] if self.some(25) else [])
        condition = self.pick((asked(), asked(), f"{asked()} {self.pick(('and', 'or'))} {asked()}", f"j < x.shape[0] and x[j] > {value()}"))
        things = [f"s = {cast}{value()}", f"s = {cast}{value()}", "best = j", f"{self.pick(stored)} = {cast}{value()}", f"{self.pick(stored)} = {cast}{value()}"]
        things += ["t = s", "break", "if s > 1: break", "if t < 1: continue"] + ([] if self.parallel else ["count += 1", "count += 1"])
        lines += [f"if {condition}:", *("    " + self.pick(things) for _ in range(self.pick((1, 2, 3))))]
        while self.some(25):
            word = self.pick(("if", "elif"))
            lines += [f"{word} {asked()}:", *("    " + self.pick(things) for _ in range(self.pick((1, 2))))]
        return lines + (["u = t"] if self.some(5) else [])

    def handing(self):
        """Of the loop over `j`, whose iterations have `last` before them."""
        row = self.outer or 0
        cast = f"<{self.kind}>" if self.is_integer else ""
        views = [f"c[{row}, %s]", f"d[{row}, %s]"] + ([] if self.parallel else ["y[%s]"])
        stored = self.chance.sample(views, self.pick((1, 1, 2)))
        last = self.pick((self.last, self.last, self.last, self.last, "j - 2", "j"))
        read = [*(view % last for view in stored * 3), *(view % "j" for view in views), f"b[{row}, j]", "v[j]", "w[j]"]

        def value():
            one, other = self.pick(read), self.pick((*read, "s", "t", "1"))
            whole = self.pick((f"{one} - {other}", f"{one} + {other}", one) if self.is_integer else (f"{one} - 0.5 * {other}", f"{one} * 0.5 + {other}", f"{one} / <double>{other}", one))
            return f"{cast}({whole})"

        asked = lambda: f"{value()} {self.pick(('<', '>', '<=', '!='))} {self.pick((value(), 's', '1'))}"
        lines = [f"s = {value()}"] if self.some(60) else ["s = 1"]
        lines += [f"t = {value()}"] if self.some(40) else ["t = 0"]
        for _ in range(self.pick((0, 1, 1, 2))):
            thing = self.pick((f"s = {value()}", f"t = s + {cast}{self.pick(read)}", "s = 2", *(f"{view % 'j'} = {value()}" for view in stored if self.some(10))))
            lines += [f"if {asked()}:", f"    {thing}"]
        for view in stored:
            lines.append(f"{view % 'j'} = {self.pick((value(), value(), 's', f'{cast}(s - t)'))}")
            if self.some(15):
                lines.append(f"u = {value()}")
        return lines + [f"if {asked()}: {self.pick(('continue', 'break', 's = 3'))}"] * self.some(15)

    def looking_up(self):
        """Of the loop over `j`, in which each iteration of the outermost loop has rows of its own."""
        row = self.outer or "j"
        cast = f"<{self.kind}>" if self.is_integer else ""
        own = (f"c[{row}, k]", f"c[{row}, k]", f"d[{row}, k]")
        at = self.pick(("m", "m", "v[j]", "v[j]", "x[j]" if self.checked else "v[j]", "m + 1", "v[j] + 1", "v[j] - 1" if self.checked else "j", "q", "v[m]"))
        read = [f"b[{at}, k]", f"b[{at}, k]", f"a[{at}, k]", f"a[{at}, k + 1]", f"a[k, {at}]", f"w[{at}]", "w[k]", *own]
        stored = list(own)
        if not self.parallel:
            read += [f"c[{at}, k]", "y[k]", f"y[{at}]"]
            stored += [f"c[{at}, k]", "y[k]", f"y[{at}]", f"d[k, {at}]"]

        def value():
            one, other = self.pick(read), self.pick((*read, "s", "t", "2"))
            return f"{cast}({one} {self.pick('+-*')} {other})"

        lines = ["s = 1", f"t = {self.pick(('2', f'{cast}w[j]'))}", f"m = {self.pick(('v[j]', 'v[j]', 'v[q]', 'x[j]' if self.checked else 'v[j]'))}"]
        if self.some(40):
            # C does not divide integers by zero.
            self.divides_integers = self.is_integer
            lines.append(f"s = {cast}(<long>7 // v[j])" if self.is_integer else f"s = {self.pick(('1', 'w[j]', 't'))} / <double>{self.pick(('v[j]', 'w[j]', 'b[j, q]'))}")
        body = []
        for _ in range(self.pick((1, 1, 2, 3))):
            place = self.pick(stored)
            things = [f"{place} = {value()}", f"{place} = {value()}", f"{place} += {value()}", f"s = s + {value()}", f"t = {cast}{self.pick(read)}"]
            body.append(self.pick(things))
        if self.some(30):
            body = [f"if {self.pick(read)} {self.pick('<>')} {self.pick(('1', 's', *read))}:", "    " + self.pick((*body, "break", "continue")), *body]
        bounds = self.pick(("n2", "n2", "n2", "1, n2", "n2, 0, -1", "m" if self.checked else "n2", "0, n2, 2", "v[j], n2" if self.checked else "n2"))
        inner = [f"for k in range({bounds}):", *("    " + line for line in body)]
        if self.some(30):
            inner = [f"for l in range({self.pick(('2', 'n2'))}):", *([f"    m = {self.pick(('v[l]', 'v[l] + j' if self.checked else 'l'))}"] * self.some(40)), *("    " + line for line in inner)]
        return lines + inner + ([f"{own[0].replace('k]', '0]')} = {cast}(s + t)"] * self.some(40))

    def is_own(self):
        """Whether an iteration over `j` may store to a vector: no other thread does."""
        return not self.parallel or not self.outer

    def body(self):
        """Of the loop over `j`."""
        if self.is_elementwise:
            return self.quotients()
        if self.is_rare:
            return self.rare()
        if self.hands_on:
            return self.handing()
        if self.looks_up:
            return self.looking_up()
        places = [f"c[{self.outer or 0}, j]", f"c[{self.outer or 0}, j]"]
        # The column of another thread.
        places += [] if self.of_columns and self.parallel else [f"c[j, {self.outer or 0}]"]
        places += ["y[j]"] if self.is_own() else []
        places += [] if self.parallel else ["y[0]", f"c[{self.outer or 0}, 2]"]
        self.place = self.pick(places)
        lines = ["u = 1"] if self.parallel or self.is_plain else []
        if self.parallel or self.some(90):
            start = ("0", "0", "3", f"<{self.kind}>v[j]", "y[j]", f"<{self.kind}>b[q, j]")
            start = start if self.is_integer else ("0", "0", "0", "-0.0", "p", "v[j]", "y[j]", "0.1", "b[q, j]")
            lines.append(f"s = {self.pick(start)}")
        if self.parallel or self.is_plain or self.some(60):
            lines.append(f"t = {self.pick(('0', '1', '2', '5') if self.is_integer else ('0', '1', 'p', 'v[j]'))}")
        if self.parallel or self.is_plain or self.some(50):
            lines.append(f"best = {self.pick(('0', '-1', 'j'))}")
        if self.in_memory and self.some(60):
            lines.append(f"{self.place} = {self.pick(('0', 's', '2' if self.is_integer else 'p'))}")
        lines += self.nest(self.pick((0, 0, 1)), (), 0)
        if self.some(15):
            lines += self.nest(0, (), 0)
        return lines + self.after()

    def text(self):
        start = self.pick(("", "", "", "1, ", "q, ", "-2, " if self.checked and self.some(20) else "", f"{self.outer}, " if self.outer else ""))
        stop = self.pick(("n1", "n1", "n1", "n1", "n1 + 1", *(("b.shape[1]", "v.shape[0] - 3") if self.checked else ())))
        step = "" if self.is_rare else self.pick(("", "", "", "", "", "", "", ", 2"))
        bounds = f"{start or ('0, ' if step else '')}{stop}{step}"
        if self.hands_on:
            self.last, bounds = self.pick((("j - 1", "2, n1"), ("j - 1", "2, n1"), ("j - 2", "2, n1, 2"), ("j + 1", "n1 - 2, 1, -1")))
        loops = "prange" if self.parallel else "range"
        options = ", nogil=True" if self.parallel else ""
        options += ", device={}" if self.in_region else ""
        inside = "prange" if self.in_region and not (self.is_rare or self.hands_on or self.looks_up) and self.some(60) else "range"
        body = self.body()
        lines = []
        if self.outer:
            lines.append(f"for i in {loops}({self.pick(('n0', 'n0', 'c.shape[0]' if self.checked else 'n0', '2'))}{options}):")
            inner = [f"for j in {inside}({bounds}):", *("    " + line for line in body)]
            if self.is_rare or self.hands_on:
                inner = ["s = 1", "t = 0", "u = 0", "best = -1", *inner]
            if self.is_rare:
                inner += ["c[i, 0] = s", "d[i, 1] = best"]
            lines += ["    " + line for line in inner]
        else:
            lines.append(f"for j in {loops}({bounds}{options}):")
            lines += ["    " + line for line in body]
        if self.parallel and self.is_elementwise and self.some(50):
            # Loops around those of threads.
            team = ", parallel(device={})" if self.in_region else ""
            lines = [line.replace(options, "") for line in lines]
            around = self.pick((("for l in range(2):",), ("for l in range(3):", "for m in range(l, 3):")))
            lines = [f"with nogil{team}:", *("    " * depth + line for depth, line in enumerate(around, 1)), *("    " * (1 + len(around)) + line for line in lines)]
        head = []
        if not self.checked:
            head += ["@cython.boundscheck(False)", "@cython.wraparound(False)"]
        elif self.some(40):
            head.append("@cython.wraparound(False)")
        if not self.divides_integers and self.some(10 if self.divides else 60):
            head.append("@cython.cdivision(True)")
        params = [self.view(name, kind, self.some(50)) for name, (kind, _) in self.read.items()]
        params += [self.view(name, kind, False) for name, (kind, _) in {**self.stored, **self.short}.items()]
        head.append(f"def {self.name}({', '.join(params)}, double p, Py_ssize_t q, {self.counter} n0, {self.counter} n1, {self.counter} n2):")
        head.append(f"    cdef {self.counter} i = -1, j = -1, k = -1, l = -1, m = -1, last = -1, best = -1")
        head.append(f"    cdef {self.kind} s = 3, t = 4, u = 5, e = 6, total = 0")
        head.append("    cdef long count = 0")
        if self.parallel:
            result = ["    return None"]
        elif self.is_rare and self.some(90):
            result = ["    return best, s, count"]
        else:
            result = ["    return i, j, k, l, m, last, best, s, t, u, total, count"]
        return "\n".join(head + ["    " + line for line in lines] + result) + "\n"


def module(seed, functions):
    """The text of a module, and its functions by name."""
    made = [Function(f"f{number}", f"{seed} {number}") for number in range(functions)]
    head = "# cython: language_level=3\ncimport cython\nfrom cython.parallel cimport parallel, prange\nfrom libc.math cimport fabs, sqrt\n\n\n"
    texts = [one.text() for one in made]
    facts = {one.name: one for one in made}
    return head + "\n\n".join(texts), facts
