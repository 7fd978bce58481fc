"""The model's expressions: each is compiled once to a function of the machine, with its type in C."""

import math

import tree
from memory import Invalid, Raised, View, converted, finite, single


# What Cython types as `float`, and C computes as `double`: it writes the 6 of `x / 6` as 6.0.
WIDE = "wide"
REAL = ("double", WIDE, "float")


def promoted(left, right):
    """The type of C's arithmetic on the two."""
    for kind in REAL:
        if kind in (left, right):
            return kind
    return "long" if "long" in (left, right) else "int"


def narrowed(value, kind):
    """A value that Cython may keep in a `float` meanwhile: it must not matter."""
    if kind == WIDE and value != single(value):
        raise Invalid("float or double")
    return value


def checked(value, kind):
    """The result of an operation of this type; what C leaves undefined is not a test."""
    if kind in ("double", WIDE):
        return finite(value)
    if kind == "float":
        return single(finite(value))
    limit = 1 << tree.INTEGERS[kind] - 1
    if not -limit <= value < limit:
        raise Invalid("overflow")
    return value


def divided(op, left, right, kind, cdivision):
    if right == 0:
        if cdivision:
            raise Invalid("division by zero")
        message = "integer division or modulo by zero"
        if kind in REAL:
            message = "float divmod()" if op == "%" else "float division"
        raise Raised({("ZeroDivisionError", message)})
    if op == "/" and (kind in REAL or not cdivision):
        return left / right
    if kind in REAL:
        if op == "//":
            quotient = checked(left / right, kind)
            return math.copysign(float(math.floor(quotient)), quotient)
        rest = math.fmod(left, right)
        if not cdivision:
            rest += (rest != 0 and (rest < 0) != (right < 0)) * right  # -0.0 becomes 0.0
        return rest
    if not cdivision:
        return left // right if op == "//" else left % right
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return left - right * quotient if op == "%" else quotient


SIMPLE = {
    "min": lambda a, b: b if b < a else a,
    "max": lambda a, b: b if b > a else a,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}
COMPARE = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def arithmetic(op, left_kind, right_kind, cdivision):
    """A function of two values, and the type of what it gives."""
    kind = promoted(left_kind, right_kind)
    if op == "/" and kind not in REAL and not cdivision:
        kind = "double"
    real = kind in REAL
    if op in SIMPLE:
        simple = SIMPLE[op]
        if real:
            return lambda a, b: checked(simple(float(a), float(b)), kind), kind
        return lambda a, b: checked(simple(a, b), kind), kind
    if real:
        return lambda a, b: checked(divided(op, float(a), float(b), kind, cdivision), kind), kind
    return lambda a, b: checked(divided(op, a, b, kind, cdivision), kind), kind


def is_literal(it):
    """Whether only integers stand in it: it is computed when the program is compiled."""
    if isinstance(it, tree.Binary):
        return it.op not in ("min", "max") and is_literal(it.left) and is_literal(it.right)
    return isinstance(it, tree.Int)


class Expressions:
    """Compiles the expressions of one function."""

    def __init__(self, program, function):
        self.program = program
        self.owner = function
        self.types = dict(function.params + function.locals)

    def compile(self, it):
        """(function of the machine, type)"""
        return getattr(self, "compile_" + type(it).__name__.lower())(it)

    def value(self, it):
        return self.compile(it)[0]

    def compile_int(self, it):
        value = it.value
        return lambda m: value, "int"

    def compile_real(self, it):
        value = it.value
        return lambda m: value, "double"

    def compile_name(self, it):
        name, kind = it.name, self.types[it.name]
        if isinstance(kind, tree.ViewType):
            return self.view(it), kind

        def read(m):
            value = m.frame[name]
            if value is None:
                raise Invalid(f"{name} has no value")
            return value

        return read, kind

    def compile_element(self, it):
        place, kind = self.place(it), self.view_type(it.view).dtype

        def read(m):
            view, at = place(m)
            return m.load(view, at)

        return read, kind

    def place(self, it):
        """A function that gives the view and the place of an element."""
        view = self.view(it.view)
        indices = [self.value(index) for index in it.indices]
        boundscheck, wraparound = self.owner.boundscheck, self.owner.wraparound

        def find(m):
            base = view(m)
            at = base.offset
            outside = None
            for axis, number in enumerate([index(m) for index in indices]):
                extent = base.shape[axis]
                if number < 0 and wraparound:
                    number += extent
                if not 0 <= number < extent:
                    outside = axis
                at += number * base.strides[axis]
            if outside is not None:
                if not boundscheck:
                    raise Invalid("out of bounds")
                raise Raised({("IndexError", f"Out of bounds on buffer access (axis {outside})")})
            return base, at

        return find

    def compile_extent(self, it):
        view, axis = self.view(it.view), it.axis
        return lambda m: view(m).shape[axis], "long"

    def compile_binary(self, it):
        (left, left_kind), (right, right_kind) = self.compile(it.left), self.compile(it.right)
        cdivision = self.owner.cdivision
        if cdivision and it.op != "/" and is_literal(it):
            # Of literals division is Python's in any case, if there is a quotient.
            cdivision = right(None) == 0
        operate, kind = arithmetic(it.op, left_kind, right_kind, cdivision)
        if kind == "float" and it.op != "%" and (is_literal(it.left) or is_literal(it.right)):
            operate, kind = arithmetic(it.op, WIDE, WIDE, cdivision)
        elif it.op not in ("+", "-", "*"):
            return lambda m: operate(narrowed(left(m), left_kind), narrowed(right(m), right_kind)), kind
        return lambda m: operate(left(m), right(m)), kind

    def compile_compare(self, it):
        left, right, compare = self.value(it.left), self.value(it.right), COMPARE[it.op]
        return lambda m: int(compare(left(m), right(m))), "int"

    def compile_logic(self, it):
        left, right = self.value(it.left), self.value(it.right)
        if it.op == "and":
            return lambda m: left(m) and right(m), "int"
        return lambda m: left(m) or right(m), "int"

    def compile_unary(self, it):
        value, kind = self.compile(it.value)
        if it.op == "not":
            return lambda m: int(not value(m)), "int"
        kind = promoted(kind, "int")
        return lambda m: checked(-value(m), kind), kind

    def compile_select(self, it):
        condition = self.value(it.condition)
        (then, then_kind), (otherwise, other_kind) = self.compile(it.then), self.compile(it.otherwise)
        kind = promoted(then_kind, other_kind)
        if kind == WIDE:
            kind = "float"

        def select(m):
            number = narrowed(then(m), then_kind) if condition(m) else narrowed(otherwise(m), other_kind)
            return converted(number, kind)

        return select, kind

    def compile_builtin(self, it):
        arguments = [self.compile(argument) for argument in it.arguments]
        if it.name == "fabs":
            value = arguments[0][0]
            return lambda m: abs(float(value(m))), "double"
        if it.name in ("any", "all"):
            truth = any if it.name == "any" else all
            return lambda m: int(truth([narrowed(value(m), kind) for value, kind in arguments])), "int"
        (left, left_kind), (right, right_kind) = arguments
        kind = promoted(left_kind, right_kind)
        if kind == WIDE:
            kind = "float"
        is_min = it.name == "min"

        def choose(m):
            try:
                a = narrowed(left(m), left_kind)
            except Raised as raised:
                # Cython evaluates the second one first: either may fail.
                try:
                    right(m)
                except Raised as other:
                    raise Raised(raised.choices | other.choices) from None
                raise
            b = narrowed(right(m), right_kind)
            return converted((b if b < a else a) if is_min else (b if b > a else a), kind)

        return choose, kind

    def compile_cast(self, it):
        value, kind = self.value(it.value), it.type
        return lambda m: converted(value(m), kind), kind

    def compile_touch(self, it):
        number = it.number
        return lambda m: m.touch(number), "long"

    def compile_call(self, it):
        function = self.program.function(it.function)
        arguments = []
        for argument, (name, kind) in zip(it.arguments, function.params):
            value, _ = self.compile(argument)
            arguments.append((name, value, None if isinstance(kind, tree.ViewType) else kind))

        def call(m):
            frame = {}
            for name, value, kind in arguments:
                frame[name] = value(m) if kind is None else converted(value(m), kind)
            return m.call(function, frame)

        return call, function.result

    # Views.

    def view_type(self, it):
        match it:
            case tree.Name(name):
                return self.types[name]
            case tree.Slice(view, parts):
                base = self.view_type(view)
                gone = sum(isinstance(part, tree.At) for part in parts)
                return tree.ViewType(base.dtype, base.ndim - gone)
            case tree.Transposed(view):
                return self.view_type(view)
        raise TypeError(it)

    def compile_slice(self, it):
        return self.view(it), None

    def compile_transposed(self, it):
        return self.view(it), None

    def view(self, it):
        match it:
            case tree.Name(name):

                def bound(m):
                    view = m.frame[name]
                    if view is None:
                        raise Invalid(f"{name} is not bound")
                    return view

                return bound
            case tree.Transposed(inner):
                base = self.view(inner)

                def turned(m):
                    view = base(m)
                    return View(view.buffer, view.offset, view.shape[::-1], view.strides[::-1], view.root)

                return turned
        base = self.view(it.view)
        parts = [self.part(part, axis) for axis, part in enumerate(it.parts)]

        def sliced(m):
            view = base(m)
            offset, shape, strides = view.offset, [], []
            for axis, (extent, stride) in enumerate(zip(view.shape, view.strides)):
                if axis >= len(parts):
                    shape.append(extent)
                    strides.append(stride)
                    continue
                first, count, step = parts[axis](m, extent)
                offset += first * stride
                if count is not None:
                    shape.append(count)
                    strides.append(step * stride)
            return View(view.buffer, offset, tuple(shape), tuple(strides), view.root)

        return sliced

    def part(self, part, axis):
        """A function of machine and extent: first index, count (None: the axis goes), step."""
        if isinstance(part, tree.At):
            index, wraparound, boundscheck = self.value(part.index), self.owner.wraparound, self.owner.boundscheck

            def at(m, extent):
                number = index(m)
                if number < 0 and wraparound:
                    number += extent
                if not 0 <= number < extent:
                    if not boundscheck:
                        raise Invalid("out of bounds")
                    raise Raised({("IndexError", f"Index out of bounds (axis {axis})")})
                return number, None, 1

            return at
        start = self.value(part.start) if part.start is not None else None
        stop = self.value(part.stop) if part.stop is not None else None
        step = 1 if part.step is None else part.step

        def span(m, extent):
            low = None if start is None else start(m)
            high = None if stop is None else stop(m)
            if step != 1 and any(end is not None and not 0 <= end <= extent for end in (low, high)):
                raise Invalid("Cython miscounts these")
            found = range(extent)[slice(low, high, step)]
            return (found.start if len(found) else 0), len(found), step

        return span
