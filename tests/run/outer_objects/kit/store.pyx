cdef class Counter:
    def __init__(self, n):
        self.n = n


anything = 3.5
table = {"a": 1}
names = {"x", "y"}
counter = Counter(4)
word = "word"
items = [1]
pair = 1, 2
factor = 1.5
counts[1] = 7


def state():
    return anything, table, sorted(names), counter and counter.n, word, items, pair, factor, counts


def reset():
    global anything, table, counter, word
    anything, table, counter, word = 3.5, {"a": 1}, Counter(4), "word"
    items[1:] = []
