# Operations on objects that have short ways for the usual classes: at their borders, and with classes that are not usual.

import sys
import traceback


cdef class Counter:
    cdef public object step

    def __init__(self, step, *more, scale=1):
        if step == "wrong":
            raise ValueError(step)
        self.step = (step, more, scale)


cdef class Derived(Counter):
    cdef public object kept

    def __init__(self, kept, **named):
        super().__init__(kept, **named)
        self.kept = kept


cdef class WithCinit:
    cdef public object seen

    def __cinit__(self):
        self.seen = ["cinit"]

    def __init__(self, x=None):
        self.seen.append(x)


def made(*arguments, **named):
    return Counter(*arguments, **named).step


def made_directly(x):
    return Counter(x).step, Counter(x, 1, 2, scale=x).step, Derived(x, scale=3).step, WithCinit().seen, WithCinit(x).seen


def derived_in_python(x):
    class Python(Counter):
        def __init__(self, step):
            super().__init__(step, "python")

        def __new__(cls, step):
            self = super().__new__(cls)
            self.step = "new"
            return self

    class Other(Counter):
        pass

    return Python(x).step, Other(x).step, type(Python(x)).__name__, Other.__new__(Other).step


def compared(a, b):
    found = []
    if a < b:
        found.append("<")
    if a <= b:
        found.append("<=")
    if a == b:
        found.append("==")
    if a != b:
        found.append("!=")
    if a > b:
        found.append(">")
    if not a >= b:
        found.append("not >=")
    while a == b and len(found) < 7:
        found.append("loop")
    return found, [x for x in (a, b) if x == a], "then" if a == b else "otherwise"


def arithmetic(a, b):
    results = []
    for operation in (lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b, lambda: a // b, lambda: a % b,
                      lambda: a << b, lambda: a >> b, lambda: a & b, lambda: a | b, lambda: a ^ b, lambda: a ** b):
        try:
            results.append(operation())
        except (TypeError, ValueError, ZeroDivisionError, OverflowError) as error:
            results.append(type(error).__name__)
    return results


def in_place(a, b):
    results = []
    x = a
    x += b
    results.append(x)
    x = a
    x -= b
    results.append(x)
    x = a
    x //= b
    results.append(x)
    x = a
    x %= b
    results.append(x)
    x = a
    x /= b
    results.append(x)
    x = a
    x **= 2
    results.append(x)
    return results


def bits_in_place(a, b):
    x = a
    x &= b
    y = a
    y |= b
    z = a
    z ^= b
    s = a
    s <<= b
    t = a
    t >>= b
    return x, y, z, s, t


def largest(a, b, c):
    return max(a, b), min(a, b), max(a, b, c), min(a, b, c)


def absolute(x):
    return abs(x)


def is_instance(x):
    return (isinstance(x, int), isinstance(x, str), isinstance(x, (list, tuple)), isinstance(x, (float, (bytes, dict))),
            isinstance(x, Counter), isinstance(x, (Counter, int)), isinstance(x, type), isinstance(x, bool))


def slices(x, start, stop):
    return x[start:stop], x[start:], x[:stop], x[:], x[1:2], x[-2:], x[:-1]


def assigned_slice(x, start, stop, value):
    x[start:stop] = value
    x[:1] = value
    return x


def items(x, int k):
    return x[k], x[0], x[-1]


def assigned_item(x, int k, value):
    x[k] = value
    x[k] += 1
    return x


def iterated(x):
    found = []
    for item in x:
        found.append(item)
    for k, item in enumerate(x):
        found.append((k, item))
    for k, (a, b) in enumerate(zip(x, x)):
        found.append((k, a, b))
    return found


def changed_while_iterated(list x):
    found = []
    for item in x:
        found.append(item)
        if len(x) < 5:
            x.append(item)
        elif len(found) == 3:
            del x[4:]
    for k, item in enumerate(x):
        k = 10
        found.append((k, item))
    return found


def ranges(start, stop):
    found = [i for i in range(stop)]
    for i in range(start, stop):
        found.append(i)
        i = "rebound"
    for i in range(start, stop, 2):
        found.append(i)
    else:
        found.append("else")
    return found


def numbered(values):
    def inner():
        for k, value in enumerate(values):
            sent = yield k, value
            if sent:
                yield sent
    generator = inner()
    found = [next(generator)]
    try:
        found.append(generator.send("sent"))
        found.extend(generator)
    except StopIteration:
        found.append("ended")
    return found


def contained(x, items):
    return x in items, x not in items, x in (1, 2.5, "a", None), x in {1, "a"}, x in {"a": 1}


def lengths(list a, tuple b, str c, dict d, set e, x):
    return len(a), len(b), len(c), len(d), len(e), len(x)


def length_of_none(list a):
    return len(a)


def texts(str text, more, int n):
    other = text
    for _ in range(n):
        text += more
    again = text
    text += text
    return other, text, again


def extended(text):
    text += "a"
    text = "b" + text
    cdef str typed = "x"
    typed += typed
    typed += "y"
    return text, typed


def formatted(x):
    return f"{x}", f"<{x}|{x}>", str(x), f"{x!r}", f"{x:>5}" if isinstance(x, (int, str)) else None


def methods(x, *arguments):
    found = []
    for name in ("split", "upper", "pop", "copy", "keys", "conjugate"):
        try:
            if name == "split":
                found.append(x.split(*arguments))
            elif name == "upper":
                found.append(x.upper())
            elif name == "pop":
                found.append(x.pop())
            elif name == "copy":
                found.append(x.copy())
            elif name == "keys":
                found.append(sorted(x.keys()))
            else:
                found.append(x.conjugate())
        except (AttributeError, TypeError, IndexError) as error:
            found.append(type(error).__name__)
    return found


def searched(x, part):
    return x.startswith(part), x.endswith(part), x.find(part), x.replace(part, part + part), x.count(part)


def named(x, y):
    return x.format(y, k=y), "{k}".format(k=x)


class Methods:
    def __init__(self):
        self.split = lambda *arguments: ("own", arguments)

    def upper(self, *arguments, **named):
        return arguments, named

    def __getattr__(self, name):
        return lambda *arguments, **given: (name, arguments, given)


def called(x):
    return x.split(1), x.upper(k=2), x.anything(1, k=3), x.upper(1, *(2, 3))


def attribute(x):
    return x.missing


def attributes(x, value):
    x.held = value
    return x.held


def without_attribute(x):
    try:
        return attribute(x)
    except AttributeError as error:
        return error.args, error.name, error.obj is x


def caught(error, *classes):
    try:
        raise error
    except (KeyError, IndexError) as first:
        return "first", first.args
    except (ValueError, UnicodeError) as second:
        return "second", second.args
    except classes as given:
        return "given", given.args
    except Exception as third:
        return "third", type(third).__name__


def deep(n):
    if n == 0:
        raise ValueError("deep")
    return deep(n - 1) + 1


def frames_of(error):
    found = []
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        found.append((frame.f_code.co_name.split(".")[-1], trace.tb_lineno - deep_line, frame.f_lineno == trace.tb_lineno))
        trace = trace.tb_next
    return found


deep_line = 0


def tracebacks(n):
    held = []
    for k in range(3):
        try:
            deep(n)
        except ValueError as error:
            held.append(error)
    frames = [id(trace_frame) for error in held for trace_frame in all_frames(error)]
    return [frames_of(error) for error in held], len(frames) == len(set(frames)), len(traceback.format_exception(held[0]))


def all_frames(error):
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def written_frames():
    try:
        deep(0)
    except ValueError as error:
        for frame in all_frames(error):
            frame.f_globals["written"] = 1
    try:
        deep(0)
    except ValueError as error:
        return ["written" in frame.f_locals for frame in all_frames(error) if frame.f_code.co_name.endswith("deep")]


def delegating(iterable, log):
    try:
        result = yield from iterable
        log.append(result)
        yield "own"
    except (KeyError, GeneratorExit) as error:
        log.append(type(error).__name__)
        if isinstance(error, GeneratorExit):
            raise
        yield "caught"
    finally:
        log.append("finally")


class Ending:
    def __init__(self, how):
        self.how = how
        self.left = 2

    def __iter__(self):
        return self

    def __next__(self):
        self.left -= 1
        if self.left >= 0:
            return self.left
        raise self.how


def delegated(iterable):
    log = []
    generator = delegating(iterable, log)
    try:
        found = list(generator)
    except Exception as error:
        found = type(error).__name__, error.args
    return found, log


def delegated_in_steps(iterable):
    log = []
    generator = delegating(iterable, log)
    found = [next(generator), generator.gi_yieldfrom is not None]
    try:
        found.append(generator.throw(KeyError("thrown")))
        found.append(next(generator, "end"))
    except Exception as error:
        found.append(type(error).__name__)
    other = delegating([1, 2, 3], log)
    next(other)
    other.close()
    return found, log


def handled_while_waiting():
    def inner():
        try:
            raise KeyError(1)
        except KeyError:
            yield sys.exc_info()[0].__name__
            yield sys.exc_info()[0].__name__
        yield sys.exc_info()[0]
    found = []
    generator = inner()
    try:
        raise ValueError
    except ValueError:
        found.append(next(generator))
        found.append(sys.exc_info()[0].__name__)
    found.append(next(generator))
    found.append(sys.exc_info()[0])
    found.append(next(generator))
    return found


def truths(values):
    return ["true" if value else "false" for value in values], [not value for value in values], [
        value and 1 or 2 for value in values]


def to_c(x):
    cdef int a = x
    cdef unsigned char b = x & 255
    cdef Py_ssize_t c = x
    return a, b, c


def narrow(x):
    cdef signed char a = x
    return a


def unsigned(x):
    cdef unsigned int a = x
    return a


def unpacked(x):
    a, b, c = x
    return c, b, a


def gathered(values):
    return [v for v in values], {v for v in values}, {v: v for v in values}, [(k, v) for k, v in enumerate(values)]
