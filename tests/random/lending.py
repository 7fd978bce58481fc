"""Programs whose kernels call functions that lend their variables to others: what a variable holds afterwards is what was written
last, by whomever."""

from written import Writer

CHANGE = """\
cdef void NAME(KIND *p, KIND by) noexcept nogil:
    if p[0] < by:
        p[0] = p[0] + 1
"""

PUT = """\
cdef void NAME(KIND *p, KIND by) noexcept nogil:
    p[0] = by
    if by > 1:
        p[0] = by
        p[0] = p[0] - 1
"""

BOTH = """\
cdef KIND NAME(KIND *p, KIND *q, KIND by) noexcept nogil:
    if p[0] < by:
        p[0] = by
        q[0] = 1
    return p[0] + q[0]
"""

# Variables with addresses; in the model, `v` and a digit are memory of one element.
VARIABLES = ["v0", "v1", "w[0]", "w[1]"]
FUNCTIONS = 4


class Lending(Writer):
    def write(self):
        self.common()
        functions = [self.lender(f"lender{number}") for number in range(FUNCTIONS)]
        self.declare("total", self.kind)
        self.line(1, "total = 0")
        depth = self.region(1, self.pick("m", "m", "1, m", "m - 1"))
        if self.maybe(25):
            self.line(depth, f"if {self.condition()}:")
            depth += 1
        self.line(depth, f"z[i] = {' + '.join(f'{function}(x[i], i, o)' for function in functions)}")
        # A kernel with a reduction is compiled in another way than one without.
        if self.maybe(70):
            self.line(depth, "total += z[i]")
        self.line(1, "if n > 0:")
        self.line(2, "out[0] = total")

    def lender(self, name):
        """A function that lends its variables; its name in the module."""
        self.body, self.first = [], {variable: self.number() for variable in VARIABLES}
        for variable, number in self.first.items():
            self.body.append(f"    {variable} = {number}")
        for _ in range(2 + self.chance.below(3)):
            self.statement(1, 0)
        head = ["cdef KIND NAME(KIND x, Py_ssize_t i, int o) noexcept nogil:", "    cdef KIND v0, v1", "    cdef KIND w[2]", "    cdef Py_ssize_t k"]
        result = " + ".join(f"{factor} * {variable}" for factor, variable in zip((1, 2, 3, 5), VARIABLES))
        text = "\n".join([*head, *self.body, f"    return {result}"]) + "\n"
        return self.helper(name, text.replace("KIND", self.kind))

    def number(self):
        return self.pick("x", "i", "0", "1", "o", "x", "i")

    def address(self, variable):
        return self.pick("w", "&w[0]") if variable == "w[0]" else f"&{variable}"

    def statement(self, depth, nested):
        pad, way = "    " * depth, self.chance.below(10)
        variable, other = self.chance.shuffled(VARIABLES)[:2]
        if way < 4:
            # clang's OpenMPOpt goes wrong where a variable is given one value twice.
            self.body.append(f"{pad}{variable} = {self.first[variable] if self.maybe(60) else self.number()}")
        elif way < 8 or nested == 2:
            self.call(pad, variable, other)
        else:
            condition = self.pick("if o > 0", "if i < 3", "if v0 < 2", "if w[1] > 0", "for k in range(2)", "for k in range(o)", "if x > 1")
            self.body.append(f"{pad}{condition}:")
            for _ in range(1 + self.chance.below(3)):
                self.statement(depth + 1, nested + 1)

    def call(self, pad, variable, other):
        form, name = self.pick((CHANGE, "change"), (CHANGE, "change"), (PUT, "put"), (BOTH, "both"))
        function = self.helper(name, form.replace("KIND", self.kind))
        by = self.pick("3", "o", "x", "1")
        if form is BOTH:
            self.body.append(f"{pad}{self.pick(variable, other)} = {function}({self.address(variable)}, {self.address(other)}, {by})")
        else:
            self.body.append(f"{pad}{function}({self.address(variable)}, {by})")
