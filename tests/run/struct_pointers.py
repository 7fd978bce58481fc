WHOLE_INTERFACE = "Py_tss_t is a struct that the limited API hides"


def cases(module):
    yield "by_pointer", module.by_pointer(5)
    yield "of_array", module.of_array()
    yield "pointers_to_pointers", module.pointers_to_pointers()
    yield "of_field", module.of_field()
    yield "of_threads", module.of_threads()
    yield "visited", module.visited()
