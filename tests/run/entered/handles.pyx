cdef class Handle:
    """As shapely's: what `with` binds is a pointer, which Python does not see."""
    def __init__(self, depth):
        self.depth = depth
        self.log = []

    cdef handle_t __enter__(self):
        self.depth += 1
        self.log.append("entered")
        return <handle_t>&self.depth

    def __exit__(self, kind, value, traceback):
        self.log.append(kind)
        self.depth -= 1
        return kind is KeyError
