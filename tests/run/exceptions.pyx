from cython.parallel cimport prange
from libc.stdlib cimport free, malloc
import sys


def dividing(x):
    try:
        y = 1 // x
    except ZeroDivisionError as e:
        return "zero", str(e), sys.exc_info()[0] is ZeroDivisionError
    except (TypeError, ValueError):
        return "type", sys.exc_info()[1] is not None
    else:
        y = y + 10
    finally:
        x = None
    return y, x


def jumping(items):
    out = []
    for i in items:
        try:
            if i == 2:
                continue
            if i == 5:
                break
            out.append(10 // i)
        except ZeroDivisionError:
            out.append("zero")
            continue
        finally:
            out.append(f"after {i}")
        out.append("end")
    else:
        out.append("else")
    return out


def overriding(str mode):
    cdef int i = -1
    for i in range(3):
        try:
            if mode == "return":
                return "body"
            if mode == "twice":
                return [1] * 3
            raise ValueError(mode)
        finally:
            if mode == "break":
                break
            if mode == "twice":
                return "finally"
            if mode == "continue":
                continue
            if mode == "raise":
                raise KeyError(mode)
    return "end", i


def nested(int where, list out):
    try:
        try:
            if where == 1:
                raise KeyError(1)
            if where == 4:
                return "inner"
            out.append("body")
        except KeyError:
            out.append("handler")
            if where == 1:
                raise IndexError(2)
        finally:
            out.append("inner finally")
            if where == 3:
                raise TypeError(3)
    except LookupError as outer:
        out.append(repr(outer.__context__))
        try:
            raise
        except IndexError as again:
            out.append(again is outer)
    finally:
        out.append("outer finally")
    return "end"


def chained():
    try:
        try:
            {}["missing"]
        except KeyError as first:
            raise ValueError("second")
    except ValueError as error:
        return type(error.__context__), error.__cause__, sys.exc_info()[1] is error


def cause(given):
    try:
        raise ValueError("x") from given
    except ValueError as error:
        return repr(error.__cause__), error.__suppress_context__, repr(error.__context__)


def raised_from(exception, given):
    raise exception from given


def again():
    raise


def handles_again():
    try:
        raise KeyError("handled")
    except KeyError:
        again()


def in_a_handler(function):
    try:
        raise KeyError("outer")
    except KeyError:
        try:
            function()
        except Exception as error:
            inner = repr(error.__context__), repr(sys.exc_info()[1])
        return inner, repr(sys.exc_info()[1])


def afterwards(bint fails):
    try:
        if fails:
            raise KeyError
    except KeyError:
        pass
    return sys.exc_info()


def classes(exception, expected):
    try:
        raise exception
    except expected as found:
        return "caught", found
    except:
        return "other", repr(sys.exc_info()[1])


def kept_name(fails):
    try:
        value = 1 // fails
    except ZeroDivisionError as error:
        pass
    return value


def gone_name():
    error = 1
    try:
        if error:
            raise ValueError
    except ValueError as error:
        pass
    return error


def gone_after_break():
    error = "before"
    for i in range(2):
        try:
            raise ValueError(i)
        except ValueError as error:
            break
    return error


def managed(manager, other, how):
    out = []
    for i in range(2):
        with manager as (a, b), other as a:
            out.append((a, b))
            if how == "return":
                return out, "inside"
            if how == "break":
                break
            if how == "continue":
                continue
            if how == "raise":
                raise ValueError("inside")
            out.append("end")
        out.append("behind")
    return out


def entered(manager):
    with manager:
        return 1


cdef int summed(list values, int most) except? -1:
    cdef int total = 0
    cdef int value
    try:
        for value in values:
            total += value
            if total > most:
                raise OverflowError(f"{total}")
    except OverflowError as error:
        return -int(str(error))
    finally:
        values.append(total)
    return total


def c_function(list values, int most):
    return summed(values, most), values


cpdef double ratio(double a, double b) except? -1:
    try:
        return a / b
    except ZeroDivisionError:
        return -1




def kept_values(values):
    cdef int whole = 7
    cdef double real = 8
    cdef bint truth = True
    cdef Py_ssize_t length = 9
    found = []
    for value in values:
        try:
            whole = value
            real = value
            truth = value
            length = len(value)
        except Exception as error:
            found.append(type(error))
    for whole in range(2):
        pass
    return found, whole, real, truth, length


def unpacked(values):
    cdef int a = 1, b = 2
    try:
        a, b = values
    except (TypeError, ValueError, OverflowError):
        pass
    return a, b


def element(double[:] x, int i, bint later):
    cdef double value = 7
    try:
        if later:
            value = 1
        with nogil:
            value = x[i]
        value += 1
    except IndexError as error:
        return value, str(error)
    return value


cdef int opened = 0


cdef double cleaned(double[:] x, int i, int how) except? -1 nogil:
    global opened
    cdef double *kept = <double *>malloc(8)
    cdef int k
    opened += 1
    try:
        kept[0] = x[i]
        if how == 1:
            raise ValueError("one")
        for k in range(4):
            try:
                if k == how - 2:
                    break
                if k == 0:
                    continue
                kept[0] += x[k]
            finally:
                opened += 100
                if k == how - 6:
                    return k
        if how == 9:
            with gil:
                raise KeyError([how])
        return kept[0]
    finally:
        free(kept)
        opened -= 1
        if how == 10:
            return -2
        if how == 11:
            raise IndexError("eleven")


def without_the_gil(double[:] x, int i, int how):
    global opened
    cdef double found = -3
    cdef int k
    opened = 0
    try:
        if how < 20:
            found = cleaned(x, i, how)
        else:
            with nogil:
                try:
                    found = cleaned(x, i, how - 20)
                    for k in prange(<int>x.shape[0]):
                        x[k] = x[k + how - 24]
                finally:
                    x[0] = 9
    except (IndexError, KeyError) as error:
        return opened, found, repr(error)
    return opened, found


cdef class Account:
    cdef public double balance
    cdef list log

    def __init__(self):
        self.log = []

    cdef int take(self, double amount) except -1:
        if amount > self.balance:
            raise ValueError(amount)
        self.balance -= amount
        return 0

    def __enter__(self):
        self.balance = 10
        return self

    def __exit__(self, kind, value, traceback):
        self.log.append(kind)
        return kind is ValueError

    def takes(self, amounts):
        for amount in amounts:
            with self as inside:
                (<Account?> inside).take(amount)
                self.log.append(amount)
        return self.log, self.balance


def account(amounts):
    return Account().takes(amounts)


def deleting(d, things, thing):
    x = y = 1
    if y:
        del x
    del d["a"], thing.attribute, (d["b"], [things[0]])
    del things[1:3], things[:-1]
    try:
        return x
    except UnboundLocalError:
        return y


def deleting_in_a_loop(n):
    found = []
    x = 0
    for i in range(n):
        found.append(x)
        del x
    return found


shared = 3


def deleting_names():
    global shared
    shared = 4
    del shared
    try:
        return shared
    except NameError as error:
        shared = 3
        return str(error)


def bound_by_a_function(bint unbind):
    global only_here
    only_here = 1
    if unbind:
        del only_here
    return only_here


cdef class Holder:
    cdef public object held
    cdef list items

    def empties(self):
        self.items = [1]
        del self.held
        return self.held, self.items


def holder():
    made = Holder()
    made.held = [1]
    return made.empties()


try:
    import nothing_of_that_name
except ImportError as missing:
    imported = repr(type(missing))
else:
    imported = "found"
finally:
    finished = True

for number in (3, 2, 1, 0):
    try:
        quotient = 6 // number
        continue
    except ZeroDivisionError:
        break


def module_level():
    return imported, finished, number, quotient, "missing" in globals()


def old_spellings(kind, value, traceback=None):
    try:
        if traceback is not None:
            raise kind, value, traceback
        raise kind, value
    except (KeyError, OSError), error:
        pass
    except ValueError, error:
        error = [error]
    return error, value <> 3


def old_traceback(depth):
    def frames(error):
        names, at = [], error.__traceback__
        while at is not None:
            names.append(at.tb_frame.f_code.co_name)
            at = at.tb_next
        return names

    try:
        try:
            chained()
        except Exception, error:
            found = sys.exc_info()
            raise found[0], found[1], found[2]
    except Exception, again:
        return again is error, len(frames(again)) > 1


cdef class Gate:
    """A context manager that Python cannot enter."""
    cdef list log
    cdef int count

    def __cinit__(self):
        self.log = []

    cdef double __enter__(self) except -1:
        self.count += 1
        if self.count > 2:
            raise RuntimeError("shut")
        return self.count / 2

    def __exit__(self, kind, value, traceback):
        self.log.append(kind)
        return kind is KeyError


cdef class Latch(Gate):
    cdef double __enter__(self) except -1:
        self.log.append("latch")
        return Gate.__enter__(self)


def gates(Gate gate, how):
    entered = []
    for i in range(4):
        with gate as x:
            entered.append(x)
            with gate:
                if how == 1:
                    raise KeyError(i)
                elif how == 2:
                    raise ValueError(i)
    return entered, gate.log


def gate(how, bint of_latch):
    cdef Gate made = Latch() if of_latch else Gate()
    try:
        return gates(made, how)
    except (RuntimeError, ValueError) as error:
        return repr(error), made.log, made.count
