# cython: language_level=3
"""Generators that delegate to generators, several deep: each item, result and exception passes through all of them."""


def count(n, log):
    for k in range(n):
        try:
            got = yield k
        except KeyError as error:
            log.append(("caught", k, error.args))
            got = None
        if got is not None:
            log.append(("got", got))
    log.append("counted")
    return n * 10


def through(inner, name, log):
    try:
        result = yield from inner
    except ValueError as error:
        log.append((name, "ValueError", error.args))
        result = -1
    finally:
        log.append((name, "left"))
    log.append((name, result))
    return result


def chain(depth, n, log):
    inner = count(n, log)
    for k in range(depth):
        inner = through(inner, k, log)
    return inner


def between(depth, log):
    """Yields before and after what it delegates to."""
    yield ("before", depth)
    if depth > 0:
        result = yield from between(depth - 1, log)
        log.append(result)
    yield ("after", depth)
    return depth


def fails(at, depth):
    if depth == 0:
        for k in range(at):
            yield k
        raise ValueError("failed", at)
    yield from fails(at, depth - 1)


def stops(depth):
    """StopIteration from the innermost becomes a RuntimeError there."""
    if depth == 0:
        yield 1
        raise StopIteration(5)
    yield from stops(depth - 1)


def handles(log):
    """Waits in a handler."""
    try:
        raise KeyError("outer")
    except KeyError:
        yield from between(2, log)
        try:
            raise
        except KeyError as error:
            log.append(error.args)


def itself():
    """Delegates to a chain that comes back to it."""
    own = []

    def inner():
        yield 1
        yield from own[0]

    def outer():
        yield 0
        yield from inner()

    own.append(outer())
    return own[0]


def of_many(sources):
    for source in sources:
        yield from source
    return "all"


def tree(n):
    if n > 0:
        yield from tree(n // 2)
        yield n
        yield from tree(n // 3)


def deep(n):
    if n > 0:
        yield from deep(n - 1)
    yield n


async def added(n):
    if n == 0:
        return 0
    return 1 + await added(n - 1)


def awaited(n):
    coroutine = added(n)
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
