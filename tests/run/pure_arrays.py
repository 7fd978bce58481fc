def cases(m):
    for name in "fhk":
        yield name, getattr(m, name)(3)
    yield "two axes", m.m()
    yield "fields", m.K().get()
    yield "locals", m.call(3)
    yield "in a struct", m.st()
