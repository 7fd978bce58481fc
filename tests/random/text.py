"""Prints programs as modules of the dialect."""

import tree

HEAD = """\
# cython: language_level=3
import numpy as np
cimport cython
from cython.parallel import parallel, prange
from offcy.parallel import atomic, update
from libc.math cimport fabs
"""

# What programs with C storage use.
STORAGE_HEAD = """\
from libc.string cimport memcpy, memset

cdef struct struct_of_double:
    double before
    double a[10]

cdef struct struct_of_long:
    long before
    long a[10]

cdef void add_double(double *p, Py_ssize_t at, double by) noexcept nogil:
    p[at] = p[at] + by

cdef void add_long(long *p, Py_ssize_t at, long by) noexcept nogil:
    p[at] = p[at] + by
"""

# What programs use that give arrays away.
BUMP_HEAD = """\
kept = [np.zeros(0)]

def bump(array):
    before, kept[0] = kept[0], array
    for each in (before, array):
        if each.size:
            each.flat[0] += 3
"""

DTYPE_NAMES = {"f8": "float64", "f4": "float32", "i4": "int32", "i8": "int64", "i2": "int16", "u1": "uint8"}
PRECEDENCE = {"or": 1, "and": 2, "not": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "==": 4, "!=": 4, "|": 5, "^": 6,
              "&": 7, "+": 8, "-": 8, "*": 9, "/": 9, "//": 9, "%": 9}
UNARY, ATOM = 10, 11


def module(programs, contexts=True):
    """The text of a module; without `contexts`, no data context that is inferred stands in it."""
    if programs[0].source is not None:
        heads = {program.head: None for program in programs}
        source = "\n".join([*heads, *(program.source for program in programs)])
        return source if contexts else source.replace("with device():", "if True:").replace("nogil, device()", "nogil")
    holds = any(function.storage for program in programs for function in program.functions)
    bumps = any(isinstance(node, tree.Bump) for program in programs for node in tree.walk(program.bodies))
    head = [HEAD, *[STORAGE_HEAD] * holds, *[BUMP_HEAD] * bumps]
    return "\n".join([*head, *(program_text(program, contexts) for program in programs)])


def program_text(program, contexts=True):
    if program.source is not None:
        return program.source
    return "\n".join(Printer(program, contexts).function(function) for function in program.functions)


def type_text(kind):
    if isinstance(kind, str):
        return kind
    axes = [":"] * kind.ndim
    if kind.layout == "C":
        axes[-1] = "::1"
    elif kind.layout == "F":
        axes[0] = "::1"
    return f"{'const ' if kind.const else ''}{kind.dtype}[{', '.join(axes)}]"


class Printer:
    def __init__(self, program, contexts):
        self.program = program
        self.contexts = contexts
        self.lines = []

    def name(self, function):
        main = self.program.main.name
        return self.program.name if function == main else f"{self.program.name}_{function}"

    def line(self, depth, text):
        self.lines.append("    " * depth + text)

    def function(self, function):
        self.lines = []
        self.types = dict(function.params + function.locals)
        self.storage = {storage.name: storage for storage in function.storage}
        for storage in function.storage:
            if storage.form == "module":
                self.line(0, f"cdef {storage.dtype} {self.storage_name(storage)}[{storage.length}]")
        for directive in ("boundscheck", "wraparound", "cdivision"):
            if getattr(function, directive) != (directive != "cdivision"):
                self.line(0, f"@cython.{directive}({getattr(function, directive)})")
        params = ", ".join(f"{type_text(kind)} {name}" for name, kind in function.params)
        if function.touches:
            params += ", touch"
        if function.result is None:
            self.line(0, f"def {self.name(function.name)}({params}):")
        else:
            ending = " noexcept" if function.noexcept else "" if function.result == "void" else " except? -1"
            ending += " except *" if function.result == "void" and not function.noexcept else ""
            ending += " nogil" if function.nogil else ""
            self.line(0, f"cdef {function.result} {self.name(function.name)}({params}){ending}:")
        for name, kind in function.locals:
            self.line(1, f"cdef {type_text(kind)} {name}")
        pointed = {node.storage for node in tree.walk(function.body) if getattr(node, "via", None) == "pointer"}
        for storage in function.storage:
            if storage.form == "struct":
                self.line(1, f"cdef struct_of_{storage.dtype} {storage.name}")
            elif storage.form != "module":
                length = "" if storage.form == "number" else f"[{storage.length}]"
                self.line(1, f"cdef {storage.dtype} {storage.name}{length}")
            if storage.name in pointed:
                self.line(1, f"cdef {storage.dtype} *{storage.name}_p = {self.address(storage)}")
        self.block(1, function.body)
        return "\n".join(self.lines) + "\n"

    def block(self, depth, body):
        for statement in body:
            getattr(self, "print_" + type(statement).__name__.lower())(depth, statement)
        if not body:
            self.line(depth, "pass")

    def maps(self, maps):
        return "{" + ", ".join(f"{name}: '{kind}'" for name, kind in maps) + "}"

    def print_assign(self, depth, it):
        self.line(depth, f"{it.name} = {text(it.value, self)}")

    def print_inplace(self, depth, it):
        if it.op in ("min", "max"):
            self.line(depth, f"{it.name} = {it.op}({it.name}, {text(it.value, self)})")
            return
        self.line(depth, f"{it.name} {it.op}= {text(it.value, self)}")

    def print_store(self, depth, it):
        self.line(depth, f"{text(it.place, self)} {it.op or ''}= {text(it.value, self)}")

    def print_atomic(self, depth, it):
        self.line(depth, "with atomic():")
        self.print_store(depth + 1, it.store)

    def print_do(self, depth, it):
        self.line(depth, text(it.value, self))

    def print_if(self, depth, it):
        self.line(depth, f"if {text(it.condition, self)}:")
        self.block(depth + 1, it.then)
        if it.otherwise:
            self.line(depth, "else:")
            self.block(depth + 1, it.otherwise)

    def print_for(self, depth, it):
        self.line(depth, f"for {it.name} in range({', '.join(text(part, self) for part in it.range)}):")
        self.block(depth + 1, it.body)

    def print_prange(self, depth, it):
        parts = [text(part, self) for part in it.range]
        if it.nogil:
            parts.append("nogil=True")
        if it.maps is not None:
            parts.append(f"device={self.maps(it.maps)}")
        self.line(depth, f"for {it.name} in prange({', '.join(parts)}):")
        self.block(depth + 1, it.body)

    def print_region(self, depth, it):
        self.line(depth, f"with {'nogil, ' if it.nogil else ''}parallel(device={self.maps(it.maps)}):")
        self.block(depth + 1, it.body)

    def print_context(self, depth, it):
        if it.maps is None and not self.contexts:
            self.line(depth, "with nogil:" if it.nogil else "if True:")
        else:
            maps = "" if it.maps is None else self.maps(it.maps)
            self.line(depth, f"with {'nogil, ' if it.nogil else ''}device({maps}):")
        self.block(depth + 1, it.body)

    def print_update(self, depth, it):
        self.line(depth, f"update({self.maps(it.maps)})")

    def print_nogil(self, depth, it):
        self.line(depth, "with nogil:")
        self.block(depth + 1, it.body)

    def print_withgil(self, depth, it):
        self.line(depth, "with gil:")
        self.block(depth + 1, it.body)

    def print_try(self, depth, it):
        self.line(depth, "try:")
        self.block(depth + 1, it.body)
        self.line(depth, f"except {it.exception}:" if it.exception else "finally:")
        self.block(depth + 1, it.handler)
        if it.otherwise:
            self.line(depth, "else:")
            self.block(depth + 1, it.otherwise)

    def print_bind(self, depth, it):
        self.line(depth, f"{it.name} = {text(it.view, self)}")

    def print_swap(self, depth, it):
        self.line(depth, f"{it.left}, {it.right} = {it.right}, {it.left}")

    def print_bump(self, depth, it):
        self.line(depth, f"bump(np.asarray({text(it.view, self)}))")

    def print_make(self, depth, it):
        kind = self.types[it.name]
        shape = ", ".join(text(extent, self) for extent in it.shape)
        shape = f"({shape})" if len(it.shape) > 1 else shape
        dtype = DTYPE_NAMES[tree.DTYPES[kind.dtype]]
        order = ", order='F'" if kind.layout == "F" else ""
        self.line(depth, f"{it.name} = np.{it.how}({shape}, dtype=np.{dtype}{order})")

    def storage_name(self, storage):
        return f"{self.program.name}_{storage.name}" if storage.form == "module" else storage.name

    def address(self, storage):
        name = self.storage_name(storage)
        return {"struct": f"&{name}.a[0]", "number": f"&{name}"}.get(storage.form, name)

    def slot(self, it):
        """An element of C storage."""
        storage = self.storage[it.storage]
        name, index = self.storage_name(storage), text(it.index, self)
        if it.via == "pointer":
            return f"{name}_p[{index}]" if storage.form != "module" else f"{storage.name}_p[{index}]"
        return {"struct": f"{name}.a[{index}]", "number": name}.get(storage.form, f"{name}[{index}]")

    def print_put(self, depth, it):
        if it.via == "call":
            storage = self.storage[it.storage]
            arguments = f"{self.address(storage)}, {text(it.index, self)}, {text(it.value, self)}"
            self.line(depth, f"add_{storage.dtype}({arguments})")
            return
        self.line(depth, f"{self.slot(it)} {it.op or ''}= {text(it.value, self)}")

    def print_show(self, depth, it):
        storage = self.storage[it.storage]
        name = self.storage_name(storage)
        shown = {"struct": f"{name}.a", "number": f"&{name}"}.get(storage.form, name)
        self.line(depth, f"{it.name} = <{storage.dtype}[:{storage.length}]> {shown}")

    def print_clear(self, depth, it):
        storage = self.storage[it.storage]
        self.line(depth, f"memset({self.address(storage)}, 0, {storage.length} * sizeof({storage.dtype}))")

    def print_copy(self, depth, it):
        into, source = self.storage[it.into], self.storage[it.source]
        if into.form == source.form == "struct":
            self.line(depth, f"{into.name} = {source.name}")
            return
        bytes_copied = f"{into.length} * sizeof({into.dtype})"
        self.line(depth, f"memcpy({self.address(into)}, {self.address(source)}, {bytes_copied})")

    def print_leave(self, depth, it):
        self.line(depth, it.how)

    def print_return(self, depth, it):
        parts = []
        for value in it.values:
            is_view = isinstance(value, tree.Name) and isinstance(self.types[value.name], tree.ViewType)
            parts.append(f"np.array({value.name})" if is_view else text(value, self))
        self.line(depth, f"return {', '.join(parts)}".rstrip())

    def print_raise(self, depth, it):
        self.line(depth, f'raise {it.exception}("{it.message}")')


def text(expr, printer, level=0):
    """An expression; in parentheses where what stands around it binds as tightly as `level`."""
    inner, own = expression(expr, printer)
    return f"({inner})" if own < level else inner


def expression(it, printer):
    def sub(expr, level=0):
        return text(expr, printer, level)

    match it:
        case tree.Int(value):
            return str(value), ATOM if value >= 0 else UNARY
        case tree.Real(value):
            return repr(value), ATOM if value >= 0 else UNARY
        case tree.Name(name):
            return name, ATOM
        case tree.Element(view, indices):
            return f"{sub(view, ATOM)}[{', '.join(map(sub, indices))}]", ATOM
        case tree.Extent(view, axis):
            return f"{sub(view, ATOM)}.shape[{axis}]", ATOM
        case tree.Binary(op, left, right) | tree.Compare(op, left, right) | tree.Logic(op, left, right):
            own = PRECEDENCE[op]
            return f"{sub(left, own + (own == 4))} {op} {sub(right, own + 1)}", own
        case tree.Unary("not", value):
            return f"not {sub(value, PRECEDENCE['not'])}", PRECEDENCE["not"]
        case tree.Unary(op, value):
            return f"{op}{sub(value, ATOM)}", UNARY
        case tree.Select(condition, then, otherwise):
            return f"{sub(then, 1)} if {sub(condition, 1)} else {sub(otherwise, 1)}", 0
        case tree.Builtin("any" | "all" as name, arguments):
            return f"{name}(({', '.join(map(sub, arguments))}))", ATOM
        case tree.Builtin(name, arguments):
            return f"{name}({', '.join(map(sub, arguments))})", ATOM
        case tree.Cast(kind, value):
            return f"<{kind}>{sub(value, ATOM)}", UNARY
        case tree.Call(function, arguments):
            return f"{printer.name(function)}({', '.join(map(sub, arguments))})", ATOM
        case tree.Slot():
            return printer.slot(it), ATOM
        case tree.Touch(number):
            return f"touch({number})", ATOM
        case tree.Slice(view, parts):
            return f"{sub(view, ATOM)}[{', '.join(part_text(part, sub) for part in parts)}]", ATOM
        case tree.Transposed(view):
            return f"{sub(view, ATOM)}.T", ATOM
    raise TypeError(it)


def part_text(part, sub):
    if isinstance(part, tree.At):
        return sub(part.index)
    start = sub(part.start) if part.start is not None else ""
    stop = sub(part.stop) if part.stop is not None else ""
    return f"{start}:{stop}" + (f":{part.step}" if part.step is not None else "")
