import concurrent.futures
import time


def cases(module):
    module.start()
    yield "constants", module.constants()
    yield "sum", [module.sum_of(step) for step in (1, 3)]
    yield "once", [module.once(), module.once()]
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        for wait in (module.wait, module.wait_without_the_gil):
            waiting = threads.submit(wait)
            time.sleep(0.02)
            module.wake()
            yield wait.__name__, waiting.result(10)
        # None of them gets the lock while another one that has it waits for the GIL.
        yield "hold", list(threads.map(module.hold, [0.005] * 8))
    yield "moment", module.wait_a_moment()
    module.end()


SHARES = "one lock for all, made again by each run"
