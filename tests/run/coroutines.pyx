# cython: language_level=3
# `async def`, `await`, `async for` and `async with`.
import asyncio
import types
cimport cython


async def nothing():
    pass


async def double(int x):
    await asyncio.sleep(0)
    return x * 2


async def total(n):
    cdef int i, s = 0
    for i in range(n):
        s += await double(i)
    return s


async def fails(kind):
    await asyncio.sleep(0)
    raise kind("no")


async def caught():
    log = []
    for kind in (ValueError, KeyError, StopIteration):
        try:
            await fails(kind)
        except (ValueError, KeyError) as error:
            log.append(repr(error))
            log.append(await double(3))
        except RuntimeError as error:
            log.append(repr(error.__cause__))
        else:
            log.append("else")
        finally:
            log.append(await double(4))
    return log


class Numbers:
    def __init__(self, n):
        self.n = n
        self.at = 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.at == self.n:
            raise StopAsyncIteration
        self.at += 1
        await asyncio.sleep(0)
        return self.at


cdef class Countdown:
    cdef int n

    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.n <= 0:
            raise StopAsyncIteration()
        self.n -= 1
        return self.n

    def __await__(self):
        yield from asyncio.sleep(0).__await__()
        return self.n


async def looped(n, how):
    cdef int x
    log = []
    async for x in Numbers(n):
        if x == 2 and how == 1:
            continue
        if x == 3 and how == 2:
            break
        if x == 3 and how == 3:
            return log, "returned"
        log.append(x)
    else:
        log.append("else")
    async for pair in Countdown(3):
        log.append(pair)
    return log


async def nested(n):
    found = []
    async for i in Numbers(n):
        async for j in Countdown(i):
            found.append((i, j))
    return found


async def unpacked():
    class Pairs(Numbers):
        async def __anext__(self):
            n = await Numbers.__anext__(self)
            return n, -n
    found = []
    async for a, b in Pairs(3):
        found.append(a * 10 + b)
    return found


class Gate:
    def __init__(self, log, suppresses=False):
        self.log = log
        self.suppresses = suppresses

    async def __aenter__(self):
        await asyncio.sleep(0)
        self.log.append("in")
        return self

    async def __aexit__(self, kind, value, traceback):
        await asyncio.sleep(0)
        self.log.append(("out", kind and kind.__name__, value is not None, traceback is not None))
        return self.suppresses


async def gated(how, suppresses):
    log = []
    for i in range(2):
        async with Gate(log, suppresses) as gate, Gate(log):
            log.append(gate.suppresses)
            if how == 1:
                raise KeyError(i)
            if how == 2:
                break
            if how == 3:
                continue
            if how == 4:
                return log, "returned"
        log.append("after")
    return log


async def gated_outside(how, suppresses):
    try:
        return await gated(how, suppresses)
    except KeyError as error:
        return repr(error), repr(error.__context__)


async def of_object():
    return await Countdown(5)


@types.coroutine
def old(x):
    got = yield x
    return got


async def of_old(x):
    return await old(x) + await old(x + 1)


async def in_comprehension(n):
    return [await double(x) for x in range(n)], {x: await double(x) for x in range(n)}


async def together(n):
    return await asyncio.gather(*(double(x) for x in range(n)))


async def times_out():
    try:
        await asyncio.wait_for(asyncio.sleep(10), 0.01)
    except asyncio.TimeoutError:
        return "late"


async def cancelled():
    log = []

    async def long():
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            log.append("cancelled")
            raise
        finally:
            log.append(await double(1))
    task = asyncio.ensure_future(long())
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        log.append("seen")
    return log


def make_adder(n):
    async def add(x):
        nonlocal n
        n += x
        await asyncio.sleep(0)
        return n
    return add


class Account:
    def __init__(self):
        self.balance = 0

    async def deposit(self, amount, *more, fee=0):
        for part in (amount, *more):
            self.balance += part
            await nothing()
        self.balance -= fee
        return self.balance

    @staticmethod
    async def of_nobody(x):
        return await double(x)

    @classmethod
    async def made(cls, x):
        account = cls()
        await account.deposit(x)
        return account.balance


async def wrong(x):
    await x


async def wrong_loop(x):
    async for y in x:
        pass


async def wrong_gate(x):
    async with x:
        pass


async def handled():
    try:
        raise ValueError("first")
    except ValueError:
        try:
            await fails(KeyError)
        except KeyError as error:
            # Its context is what was handled, as in Python; in Cython there is none.
            return repr(error)


@cython.iterable_coroutine
async def iterable(x):
    return await old(x) + await old(x + 1)


def delegates(x):
    yield (yield from iterable(x))


async def views(double[::1] x):
    cdef double s = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        s += x[i]
        await nothing()
        x[i] = -x[i]
    return s


async def asynchronous_comprehensions(n):
    squares = [x * x async for x in Numbers(n) if x % 2]
    pairs = {x: y async for x in Numbers(n) for y in range(x)}
    both = {await double(x) async for x in Countdown(n)}
    nested = [(x, y) for x in range(2) async for y in Numbers(x + 1)]
    return squares, pairs, sorted(both), nested
