import asyncio
import gc
import warnings

import numpy as np
from attempts import attempt


def run(function, *arguments, **keywords):
    return attempt(asyncio.run, function(*arguments, **keywords))


def by_hand(coroutine, sent):
    """What a coroutine waits for and returns, without a loop."""
    log = []
    try:
        for value in sent:
            log.append(coroutine.send(value))
    except StopIteration as stop:
        log.append(("returned", stop.value))
    except Exception as error:
        log.append(error)
    return log


def cases(m):
    yield "simple", [run(m.nothing), run(m.double, 4), run(m.total, 5), attempt(m.double, "a")]
    yield "caught", run(m.caught)
    yield "fails", [run(m.fails, kind) for kind in (ValueError, ZeroDivisionError)]
    for how in range(4):
        yield f"looped {how}", [run(m.looped, n, how) for n in (0, 1, 4)]
    yield "nested", run(m.nested, 3)
    yield "unpacked", run(m.unpacked)
    for how in range(5):
        for suppresses in (False, True):
            yield f"gated {how} {suppresses}", run(m.gated_outside, how, suppresses)
    yield "objects", run(m.of_object)
    yield "old", by_hand(m.of_old(3), [None, 5, 7])
    yield "comprehensions", run(m.in_comprehension, 4)
    yield "asynchronous comprehensions", [run(m.asynchronous_comprehensions, n) for n in (0, 4)]
    yield "together", run(m.together, 4)
    yield "late", run(m.times_out)
    yield "cancelled", run(m.cancelled)
    add = m.make_adder(10)
    yield "closures", [run(add, 1), run(add, 2)]
    account = m.Account()
    yield "methods", [run(account.deposit, 5), run(account.deposit, 1, 2, 3, fee=4), run(m.Account.of_nobody, 3), run(m.Account.made, 7)]
    yield "arguments", attempt(m.Account().deposit)
    for x in (3, "text", [1], None):
        yield f"wrong {x}", [run(m.wrong, x), type(run(m.wrong_loop, x)).__name__, type(run(m.wrong_gate, x)).__name__]
    yield "handled", run(m.handled)
    x = np.arange(4.0)
    yield "views", [run(m.views, x), x]

    yield "iterable", [by_hand(m.iterable(2), [None, 3, 4]), iter(m.iterable(1)) is not None, run(m.of_object)]
    generator = m.delegates(2)
    yield "delegated to", [generator.send(None), generator.send(3), generator.send(4)]
    one = m.double(3)
    yield "names", [one.__name__, one.__qualname__, one.cr_running, one.cr_await, "coroutine object" in repr(one)]
    yield "attributes", [asyncio.iscoroutine(one), hasattr(one, "__iter__"), hasattr(one, "__next__"), one.close()]
    yield "closed", [attempt(one.send, None), attempt(one.throw, ValueError), one.close()]
    yield "not begun", [attempt(m.of_old(1).send, 5), attempt(m.of_old(1).throw, ValueError("x"))]
    waiting = m.of_old(1)
    yield "thrown", [waiting.send(None), attempt(waiting.throw, KeyError("y")), attempt(waiting.send, None)]
    twice = m.of_old(1)
    waiting = m.wrong(twice)
    yield "awaited twice", [waiting.send(None), by_hand(m.wrong(twice), [None])]
    waiting.close()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        m.nothing()
        gc.collect()
    yield "never awaited", [str(warning.message) for warning in caught]
    wrapper = m.of_old(2).__await__()
    yield "wrapper", [iter(wrapper) is wrapper, next(wrapper), wrapper.send(4), attempt(wrapper.send, 5)]
