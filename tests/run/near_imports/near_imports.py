from attempts import attempt


def cases(module):
    yield "found", module.found()
    yield "missing", attempt(module.missing)
