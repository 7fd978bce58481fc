from attempts import attempt


def cases(module):
    yield "assigned", module.assigned()
    yield "of_structs", module.of_structs()
    yield "of_objects", [module.of_objects(0), attempt(module.of_objects, 3)]
