"""Random functions of the language's core: C arithmetic of all types, control flow, exceptions, memoryviews, targets of
all forms, pointers to functions, parameters that take the rest of the arguments.

What C leaves undefined is not made: shifts are by masked counts, numbers become integers within their range, quotients
are not by -1, every variable has a value before it is read. What Python and Cython define is: overflow wraps, zero
divides raise, indices are checked.
"""

import random
import re

INTEGERS = {
    "signed char": (-(2**7), 2**7 - 1),
    "unsigned char": (0, 2**8 - 1),
    "short": (-(2**15), 2**15 - 1),
    "unsigned short": (0, 2**16 - 1),
    "int": (-(2**31), 2**31 - 1),
    "unsigned int": (0, 2**32 - 1),
    "long": (-(2**63), 2**63 - 1),
    "unsigned long": (0, 2**64 - 1),
    "long long": (-(2**63), 2**63 - 1),
    "Py_ssize_t": (-(2**63), 2**63 - 1),
    "size_t": (0, 2**64 - 1),
    "bint": (0, 1),
}
FLOATS = ("float", "double")
ELEMENTS = ("double", "int", "float", "unsigned char", "long")
ARITHMETIC = ("+", "-", "*", "&", "|", "^")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
RAISED = ("ValueError", "KeyError", "IndexError", "TypeError", "ZeroDivisionError")
HEAD = """# cython: language_level=3
cimport cython
from libc.math cimport fabs, sqrt, floor
"""


class Writer:
    """Writes one function, and what it calls. `names`: of its variables, by type."""

    def __init__(self, chance, name, helpers):
        self.chance, self.name, self.helpers = chance, name, helpers
        self.lines, self.names, self.views, self.pointers = [], {}, {}, {}
        self.indent, self.loops, self.counters, self.budget = 1, 0, 0, chance.randint(4, 14)

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def pick(self, *of):
        return self.chance.choice(of)

    def is_float(self, kind):
        return kind in FLOATS

    def variables(self, wanted):
        return [name for name, kind in self.names.items() if wanted(kind)]

    # Expressions

    def integer(self, depth):
        """An expression of some integer type; not bint, whose arithmetic is a matter of taste in Cython."""
        names = self.variables(lambda kind: kind in INTEGERS and kind != "bint")
        if depth == 0 or self.chance.random() < 0.2:
            choices = [lambda: str(self.chance.choice([0, 1, 2, 3, 5, 7, 100, 255, 65535, 2**31 - 1, self.chance.randint(0, 50)]))]
            choices += [lambda: self.chance.choice(names)] * (4 if names else 0)
            if self.views:
                choices.append(lambda: f"{self.chance.choice(list(self.views))}.shape[0]")
            return self.chance.choice(choices)()
        made = self.chance.randrange(15)
        left = self.integer(depth - 1)
        if made <= 4:
            operator, right = self.pick(*ARITHMETIC), self.integer(depth - 1)
            # Of three literals Cython writes a product into its C that no type holds.
            is_long = operator == "*" in f"{left} {right}" and self.is_constant(left) and self.is_constant(right)
            return f"({left} {'+' if is_long else operator} {right})"
        if made == 5:
            divisor = self.divisor(depth - 1)
            both = self.divmod(left, depth - 1)
            return self.pick(f"({left} // {divisor})", f"({left} % {divisor})", f"{both}[{self.pick(0, 1)}]")
        if made == 6:
            # What C shifts in where no variable says its type is open.
            left = f"<long>{left}" if self.is_constant(left) else left
            return f"({left} {self.pick('<<', '>>')} ({self.integer(depth - 1)} & 7))"
        if made == 7:
            return self.pick(f"(-{left})", f"(~{left})", f"(+{left})")
        if made == 8 and not self.is_constant(left):
            # Of a cast to bint, Cython makes 0 or 1 in some places and not in others.
            return f"<{self.pick(*(kind for kind in INTEGERS if kind != 'bint'))}>({left})"
        if made == 9:
            return f"({left} if {self.condition(depth - 1)} else {self.integer(depth - 1)})"
        if made == 10:
            return f"{self.pick('min', 'max')}({left}, {self.integer(depth - 1)})"
        if made == 11:
            return f"<{self.pick('int', 'long', 'short')}>({self.bounded(depth - 1)})"
        if made == 12 and self.helpers:
            return self.call(depth, lambda result: result in INTEGERS) or left
        if made == 13:
            return f"<{self.pick('int', 'unsigned char', 'long')}>{self.asked(depth - 1)}"
        return self.element(lambda kind: kind in INTEGERS, depth) or left

    def is_constant(self, text):
        """Whether no variable stands in it."""
        return not any(re.search(rf"\b{name}\b", text) for name in [*self.names, *self.views]) and "c" not in text

    def divisor(self, depth):
        """An integer that is not -1, and may be zero."""
        return self.pick(f"({self.integer(depth)} & 3)", f"(({self.integer(depth)} & 7) + 1)", "3", "-7", "10")

    def divmod(self, left, depth):
        """Its type depends on those of both sides."""
        kind = self.pick(*(kind for kind in INTEGERS if kind != "bint"))
        divisor = self.divisor(depth)
        return f"divmod({left}, {self.pick(divisor, f'<{kind}>({divisor})')})"

    def bounded(self, depth):
        """A number that every integer type of 16 bits holds."""
        value = self.number(depth)
        names = self.variables(self.is_float)
        if self.is_constant(value):
            # Cython takes the cast of a constant for a text when it folds conditions.
            value = f"({value} + {self.chance.choice(names)})" if names else f"<double>({self.chance.choice(list(self.names) or ['1'])})"
        return f"{value} if -30000.0 < {value} < 30000.0 else 0.0"

    def number(self, depth):
        """An expression of a floating type."""
        names = self.variables(self.is_float)
        if depth == 0 or self.chance.random() < 0.2:
            choices = [lambda: self.pick("0.0", "0.5", "1.0", "-1.5", "2.0", "3.25", "1e10", "-0.0")]
            choices += [lambda: self.chance.choice(names)] * (4 if names else 0)
            return self.chance.choice(choices)()
        made = self.chance.randrange(11)
        left = self.number(depth - 1)
        if made <= 3:
            return f"({left} {self.pick('+', '-', '*')} {self.pick(self.number, self.integer)(depth - 1)})"
        if made == 4:
            return f"({left} {self.pick('/', '//', '%')} {self.number(depth - 1)})"
        if made == 5:
            return f"({self.integer(depth - 1)} / {self.divisor(depth - 1)})"
        if made == 6:
            # Cython divides by the cast of a constant without a look at whether it is zero.
            cast = f"(+{left})" if self.is_constant(left) else f"<float>({left})"
            return self.pick(f"(-{left})", f"fabs({left})", f"abs({left})", cast, f"sqrt(fabs({left}))")
        if made == 7:
            return f"({left} if {self.condition(depth - 1)} else {self.number(depth - 1)})"
        if made == 8:
            return f"{self.pick('min', 'max')}({left}, {self.number(depth - 1)})"
        if made == 9 and self.helpers:
            return self.call(depth, self.is_float) or left
        return self.element(self.is_float, depth) or left

    def element(self, wanted, depth):
        """Of a view; its index may be out of bounds."""
        found = [name for name, kind in self.views.items() if wanted(kind)]
        return f"{self.chance.choice(found)}[{self.index(depth - 1)}]" if found else None

    def index(self, depth):
        return self.pick(f"({self.integer(max(depth, 0))} & 3)", f"{self.integer(max(depth, 0))} % 5", "0", "1", "-1")

    def call(self, depth, wanted):
        found = [helper for helper in self.helpers if wanted(helper.result)]
        if not found:
            return None
        helper = self.chance.choice(found)
        name = self.pointers.get(helper.name, helper.name)
        return f"{name}({', '.join(self.value(kind, depth - 1) for kind in helper.params)})"

    def point(self, helper):
        """A variable that is one of the helpers of a type, whichever way is taken."""
        alike = [other.name for other in self.helpers if other.signature == helper.signature]
        name = f"fp_{helper.name}"
        condition = self.condition(1)
        self.line(f"if {condition}:")
        self.line(f"    {name} = {self.chance.choice(alike)}")
        self.line("else:")
        self.line(f"    {name} = {self.chance.choice(alike)}")
        self.pointers[helper.name] = name
        return f"    cdef {helper.signature.format(f'(*{name})')}"

    def condition(self, depth):
        made = self.chance.randrange(9)
        of = self.pick(self.integer, self.number)
        depth = max(depth, 0)
        if depth == 0 or made <= 2:
            return f"{of(depth)} {self.pick(*COMPARISONS)} {of(depth)}"
        if made == 3:
            return f"{of(depth - 1)} {self.pick('<', '<=')} {of(depth - 1)} {self.pick('<', '<=', '!=')} {of(depth - 1)}"
        if made == 4:
            return f"(not ({self.condition(depth - 1)}))"
        if made == 5:
            truths = self.variables(lambda kind: kind == "bint")
            return self.chance.choice(truths) if truths and self.chance.random() < 0.5 else of(depth - 1)
        if made == 6:
            return self.asked(depth - 1)
        return f"({self.condition(depth - 1)} {self.pick('and', 'or')} {self.condition(depth - 1)})"

    def asked(self, depth):
        """`any` or `all` of numbers of all types, all of which are evaluated."""
        items = [self.asked_item(max(depth, 0)) for _ in range(self.chance.choice([0, 1, 1, 2, 2, 3, 5]))]
        commas = "," if len(items) == 1 else ""
        display = self.pick("({0}{1})", "[{0}{1}]").format(", ".join(items), commas)
        return f"{self.pick('any', 'all')}({display})"

    def asked_item(self, depth):
        made = self.chance.randrange(5)
        if made == 0:
            return self.pick(self.condition, self.number)(depth)
        names = self.variables(lambda kind: True)
        if made <= 2 and names:
            return self.pick("{}", "{}", "-{}", "not {}").format(self.chance.choice(names))
        value = self.integer(depth)
        # See above.
        kinds = [] if self.is_constant(value) else [kind for kind in (*INTEGERS, *FLOATS) if kind != "bint"]
        return f"<{self.chance.choice(kinds)}>({value})" if kinds else value

    def value(self, kind, depth):
        return self.number(depth) if self.is_float(kind) else self.converted(kind, depth)

    def converted(self, kind, depth):
        if kind == "bint":
            if self.chance.random() < 0.2:
                return self.asked(depth)
            return f"({self.integer(depth)} {self.pick(*COMPARISONS)} {self.integer(depth)})"
        return self.integer(depth)

    # Statements

    def block(self, depth):
        self.indent += 1
        for _ in range(self.chance.randint(1, 3)):
            self.statement(depth)
        self.indent -= 1

    def statement(self, depth):
        self.budget -= 1
        made = self.chance.randrange(20)
        if depth == 0 or self.budget < 0:
            made = made % 8
        if made <= 4:
            return self.assign()
        if made <= 6:
            return self.in_place()
        if made == 7:
            return self.store()
        if made <= 10:
            return self.branch(depth)
        if made <= 13:
            return self.count(depth)
        if made == 14:
            return self.loop(depth)
        if made == 15:
            return self.attempt(depth)
        if made == 16 and self.loops:
            self.line(f"if {self.condition(1)}:")
            self.indent += 1
            self.line(self.pick("break", "continue"))
            self.indent -= 1
            return None
        if made == 17:
            self.line(f"if {self.condition(1)}:")
            self.indent += 1
            self.line(f"raise {self.pick(*RAISED)}({self.pick(self.integer, self.number)(1)})")
            self.indent -= 1
            return None
        if made == 18:
            self.line(f"if {self.condition(1)}:")
            self.indent += 1
            self.line(f"return {self.value(self.result, 2)}")
            self.indent -= 1
            return None
        return self.assign()

    def assignable(self):
        return [name for name in self.names if not name.startswith("i")]

    def assign(self):
        name = self.chance.choice(self.assignable())
        if self.chance.random() < 0.2:
            return self.assign_several(name)
        self.line(f"{self.target(name)} = {self.value(self.names[name], 3)}")

    def target(self, text):
        """Parentheses around a target mean nothing."""
        return self.pick(text, text, text, f"({text})", f"(({text}))")

    def assign_several(self, first):
        others = [name for name in self.assignable() if name != first]
        names = [first, *self.chance.sample(others, min(len(others), self.chance.randint(0, 2)))]
        if len(names) == 2 and all(self.names[name] in INTEGERS for name in names) and "bint" not in map(self.names.get, names):
            if self.chance.random() < 0.3:
                return self.line(f"{', '.join(names)} = {self.divmod(self.integer(2), 2)}")
        values = [self.value(self.names[name], 2) for name in names]
        targets, commas = ", ".join(map(self.target, names)), "," if len(names) == 1 else ""
        form = self.pick("{0}{1}", "({0}{1})", "[{0}]")
        self.line(f"{form.format(targets, commas)} = {', '.join(values)}{commas}")

    def in_place(self):
        name = self.chance.choice(self.assignable())
        kind = self.names[name]
        if self.is_float(kind):
            self.line(f"{self.target(name)} {self.pick('+', '-', '*', '/')}= {self.number(2)}")
        elif kind == "bint":
            self.assign()
        elif self.chance.random() < 0.2:
            self.line(f"{name} {self.pick('//', '%')}= {self.divisor(1)}")
        else:
            self.line(f"{self.target(name)} {self.pick(*ARITHMETIC)}= {self.integer(2)}")

    def store(self):
        if not self.views:
            return self.assign()
        name = self.chance.choice(list(self.views))
        kind = self.views[name]
        target = self.target(f"{name}[{self.index(2)}]")
        if self.is_float(kind) and self.chance.random() < 0.25:
            # C's own, which takes zero as well.
            return self.line(f"{target} /= {self.pick('1.0', '0.0')} * {self.number(1)}")
        operator = self.pick("=", "=", "+=", "-=", "*=")
        self.line(f"{target} {operator} {self.value(kind, 2)}")

    def branch(self, depth):
        self.line(f"if {self.condition(2)}:")
        self.block(depth - 1)
        if self.chance.random() < 0.3:
            self.line(f"elif {self.condition(1)}:")
            self.block(depth - 1)
        if self.chance.random() < 0.5:
            self.line("else:")
            self.block(depth - 1)

    def inside_loop(self, depth):
        self.loops += 1
        self.block(depth - 1)
        self.loops -= 1
        if self.chance.random() < 0.15:
            self.line("else:")
            self.block(depth - 1)

    def count(self, depth):
        name = f"i{self.counters}"
        self.counters += 1
        # Signed, for C compares a signed counter with an unsigned bound as unsigned numbers.
        start = self.pick("0", "1", "-2", f"<int>({self.integer(1)} & 3)")
        stop = self.pick("5", "3", f"<int>({self.integer(1)} & 7)", f"<int>({self.integer(1)} % 6)")
        step = self.pick("", "", ", 2", ", -1", ", 3")
        if self.chance.random() < 0.1:
            # Its bound names the variable that counts.
            self.line(f"{name} = {stop}")
            stop = name
        self.line(f"for {self.target(name)} in range({start}, {stop}{step}):")
        self.names[name] = self.counter_kinds[name] = self.pick("int", "long", "Py_ssize_t")
        self.inside_loop(depth)

    def loop(self, depth):
        name = f"w{self.counters}"
        self.counters += 1
        self.whiles.append(name)
        self.line(f"{name} = 0")
        self.line(f"while {name} < 6 and {self.condition(1)}:")
        self.indent += 1
        self.line(f"{name} += 1")
        self.indent -= 1
        self.inside_loop(depth)

    def attempt(self, depth):
        outer, self.loops = self.loops, 0
        self.line("try:")
        self.block(depth - 1)
        caught = self.chance.random()
        if caught < 0.8:
            self.line(f"except {self.pick('ZeroDivisionError', 'IndexError', 'ValueError', '(KeyError, TypeError)', 'Exception')}:")
            self.block(depth - 1)
            if self.chance.random() < 0.2:
                self.line("else:")
                self.block(depth - 1)
        if caught >= 0.8 or self.chance.random() < 0.2:
            self.line("finally:")
            self.indent += 1
            self.assign()
            self.indent -= 1
        self.loops = outer

    # Functions

    def write(self, header, params, result):
        """The whole text; `params`: names and types."""
        self.result = result
        self.whiles, self.counter_kinds = [], {}
        for name, kind in params:
            if kind.endswith("[:]"):
                self.views[name] = kind[:-3].removeprefix("const ")
            else:
                self.names[name] = kind
        locals_ = []
        for number in range(self.chance.randint(2, 4)):
            name, kind = f"v{number}", self.chance.choice([*INTEGERS, *FLOATS])
            # The first values use parameters alone.
            locals_.append((name, kind, self.value(kind, 1)))
            self.names[name] = kind
        pointers = [self.point(helper) for helper in self.helpers if self.chance.random() < 0.3]
        for _ in range(self.chance.randint(3, 7)):
            self.statement(3)
        self.line(f"return {self.value(result, 2)}")
        declared = [f"    cdef {kind} {name} = {value}" for name, kind, value in locals_]
        declared += pointers
        declared += [f"    cdef {kind} {name} = 0" for name, kind in self.counter_kinds.items()]
        declared += [f"    cdef int {name} = 0" for name in self.whiles]
        return "\n".join([header, *declared, *self.lines]) + "\n"


class Helper:
    """A C function of a module."""

    def __init__(self, name, params, result, specification):
        self.name, self.params, self.result = name, params, result
        self.signature = f"{result} {{}}({', '.join(params)}){specification}"


def decorators(chance):
    made = []
    for directive, usual in (("cdivision", 0.2), ("wraparound", 0.7), ("boundscheck", 1.0)):
        if chance.random() < 0.3:
            made.append(f"@cython.{directive}({chance.random() < usual})")
    # Where C divides, zero is undefined.
    return [line for line in made if line != "@cython.cdivision(True)"]


def helper(chance, name, helpers):
    params = [chance.choice([*INTEGERS, *FLOATS]) for _ in range(chance.randint(1, 3))]
    result = chance.choice(["int", "long", "double", "unsigned int", "short", "float"])
    named = [(f"p{number}", kind) for number, kind in enumerate(params)]
    specification = chance.choice([" except? -1", " except *", " except? 77", ""])
    listed = ", ".join(f"{kind} {name}" for name, kind in named)
    header = "\n".join([*decorators(chance), f"{chance.choice(['cdef', 'cdef inline'])} {result} {name}({listed}){specification}:"])
    text = Writer(chance, name, helpers).write(header, named, result)
    return Helper(name, params, result, specification), text


REST = (
    "a = a[0]", "a = len(a)", "a += (1,)", "a = a, k", "a = list(a)", "*a, last = a", "a, k = k, a", "k = dict(k).get('x')",
    "k = sorted(k)", "k |= {'z': 1}", "(a) = k", "[(a), k] = a, len(k)", "for a in a: pass", "for (k) in k: a = k",
    "a = [a for a in a]", "k = (lambda: a)()", "a = a or None", "if k: a = 1", "if a: k = 2.5", "a = a + a",
)


def takes_rest(chance, name):
    """A function that binds `*a` and `**k` to what it likes; what may be a tuple no more, may fail."""
    lines = [f"    {chance.choice(REST)}" for _ in range(chance.randint(1, 4))]
    return "\n".join([f"def {name}(*a, **k):", "    last = 0", *lines, "    return a, k, last"]) + "\n"


def function(chance, name, helpers):
    """The text of a function and the types of its parameters."""
    kinds = [chance.choice([*INTEGERS, *FLOATS]) for _ in range(chance.randint(1, 4))]
    kinds += [f"{chance.choice(ELEMENTS)}[:]" for _ in range(chance.choice([0, 0, 1, 2]))]
    named = [(f"p{number}", kind) for number, kind in enumerate(kinds)]
    listed = ", ".join(f"{kind} {name}" for name, kind in named)
    header = "\n".join([*decorators(chance), f"def {name}({listed}):"])
    result = chance.choice([*INTEGERS, *FLOATS])
    return Writer(chance, name, helpers).write(header, named, result), kinds


def argument(chance, kind):
    """A value of a type, as JSON holds it; of a view, its elements."""
    if kind.endswith("[:]"):
        return [argument(chance, kind[:-3]) for _ in range(chance.choice([0, 1, 2, 4, 5]))]
    if kind in FLOATS:
        return chance.choice([0.0, -0.0, 1.0, -1.5, 2.5, 1e10, -3.0, float("inf"), float("-inf"), float("nan"), chance.uniform(-9, 9)])
    low, high = INTEGERS[kind]
    return chance.choice([0, 1, low, high, min(high, 3), max(low, -2), chance.randint(low, high), chance.randint(max(low, -9), min(high, 9))])


def module(seed, number, count):
    """The text of a module of `count` functions, and the calls to make: names, types and arguments."""
    chance = random.Random(f"{seed}/{number}")
    texts, helpers, calls = [HEAD], [], []
    for at in range(count):
        if at % 5 == 0:
            made, text = helper(chance, f"c{at}", helpers[-3:])
            helpers.append(made)
            texts.append(text)
        text, kinds = function(chance, f"f{at}", helpers[-3:])
        texts.append(text)
        for _ in range(6):
            calls.append((f"f{at}", kinds, [argument(chance, kind) for kind in kinds]))
        if at % 5 == 0:
            texts.append(takes_rest(chance, f"r{at}"))
            for _ in range(3):
                given = [chance.choice([1, "b", 2.5, [3], None]) for _ in range(chance.randint(0, 3))]
                calls.append((f"r{at}", ["object"] * len(given), given))
    return "\n\n".join(texts), calls
