from attempts import attempt


class Manager:
    def __init__(self, gives):
        self.gives = gives

    def __enter__(self):
        return self.gives

    def __exit__(self, *arguments):
        pass


def cases(module):
    point = module.Point(4)
    yield "made", [module.made(0), module.made(5)]
    yield "maybe_unbound", [module.maybe_unbound(True), attempt(module.maybe_unbound, False)]
    for given in (None, point, 3):
        yield f"also_given {given is point}", attempt(module.also_given, given)
        yield f"iterated {given is point}", attempt(module.iterated, [point, given])
        yield f"entered {given is point}", attempt(module.entered, Manager(given))
        yield f"unpacked {given is point}", attempt(module.unpacked, (given, 1))
    yield "iterated over nothing", module.iterated([])
    yield "parameter", [attempt(module.parameter), module.parameter(point), module.parameter(None, True)]
    yield "of_a_choice", [module.of_a_choice(True), attempt(module.of_a_choice, False)]
    yield "in_a_generator", module.in_a_generator(3)
