# What is taken out of containers whose types say what they hold has C fields and methods.
cimport cython


cdef class Node:
    cdef double weight
    cdef list[Node] children
    cdef dict[str, Node] named
    cdef tuple[Node, Node] ends
    cdef readonly set[Node] all

    def __init__(self, weight, children=()):
        self.weight = weight
        self.children = list(children)
        self.named = {str(child.total()): child for child in self.children}
        self.ends = (self, self)
        self.all = set(self.children)

    cdef double total(self):
        cdef double found = self.weight
        for child in self.children:
            found += child.total()
        return found

    cdef rename(self, str name, Node node):
        self.named[name] = node

    def shown(self):
        return self.total(), self.weight


cdef class Heavy(Node):
    cdef int stones

    def __init__(self, weight, stones=3):
        Node.__init__(self, weight)
        self.stones = stones

    cdef double total(self):
        return self.weight * self.stones


cdef list[Node] everywhere = []
cdef list[list[Node]] rows = []


def tree(k):
    cdef Node root = Node(k, [Node(1), Heavy(2), Node(3, [Heavy(4, 2), Node(5)])])
    everywhere.append(root)
    rows.append([root, root.children[1]])
    return root


def parts(Node root):
    first = root.children[0]
    cdef Node last = root.children[-1]
    return (
        root.children[0].weight, root.children[-1].total(), first.weight, last.children[0].total(),
        root.named["6.0"].weight, root.ends[0].weight, root.ends[1].total(), everywhere[0].weight, rows[0][1].total(),
    )


def changed(Node root, x):
    root.children[0].weight = x
    root.children[1] = Node(x)
    del root.children[2]
    root.rename("new", root.children[0])
    root.named["new"].weight = root.named["new"].weight * 2
    return [child.weight for child in root.children], sum([node.total() for node in root.all]), sorted(root.named)


def loops(Node root):
    found = []
    for child in root.children:
        found.append(child.weight)
        for grandchild in child.children:
            found.append(grandchild.total())
    for row in rows:
        for node in row:
            found.append(node.weight)
    for other in root.children[::-1]:
        found.append(-other.weight)
    for last in root.children[1:][:1]:
        found.append(last.total())
    for name in root.named:
        found.append(root.named[name].weight)
    return found, {child.weight: child.total() for child in root.children}, max([node.weight for node in root.all])


def annotated(nodes: list[Node], by_name: dict[str, Node], x):
    local: list[Node] = [node for node in nodes if node.weight > x]
    cdef Node node
    return len(local), [node.total() for node in local], by_name["a"].weight if by_name else None


def wrong(Node root, kind):
    if kind == 0:
        root.children.append(3)
        return root.children[-1].weight
    if kind == 1:
        root.named["x"] = None
        nothing = root.named["x"]
        return nothing, cython.typeof(nothing)
    if kind == 2:
        return root.children[99].weight
    if kind == 3:
        return root.named["missing"].weight
    node = root.children[0]
    return cython.typeof(node)


cdef tuple[list, dict] mixed = ([1], {"a": 2})
cdef tuple[list, str] other = ([3], "text")


def uneven(k):
    first, second = mixed[0], mixed[1]
    last = other[1]
    found = other[k]
    return first, second, last, found, [type(item).__name__ for item in mixed]
