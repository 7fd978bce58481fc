SIZE, ROUNDS = 20_000, 40


class Model:
    def __getattr__(self, name):
        return None

    def read_while_bound(self, read, n, rounds):
        return 0


def cases(module):
    for name in ("by_loop", "by_function", "by_threads", "by_element", "by_region", "by_object"):
        yield name, module.read_while_bound(getattr(module, name), SIZE, ROUNDS)


def traced(module):
    module.bind(10, 1)
    module.by_region(10)


BYTES = {"by_region": {"table": (80, 0)}}


def model():
    return Model()
