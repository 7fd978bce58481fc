# cython: language_level=3
"""Python's objects, as in code that is compiled without types."""


def attempts(int n):
    cdef int i, found = 0
    for i in range(n):
        try:
            found += i
            if i == -1:
                raise ValueError
        except ValueError:
            found = 0
    return found


def formatted(n):
    found = 0
    for i in range(n):
        found += len(f"{i}:{n}")
    return found


def counted(n):
    i = 0
    while i < n:
        yield i
        i += 1


def generated(n):
    return sum(counted(n))


def joined(n):
    return len(",".join([str(i) for i in range(n)]))


def squares(n):
    return [i * i for i in range(n)]


def appended(n):
    found = []
    for i in range(n):
        found.append(i)
    return found


def counts(words):
    found = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


def counts_in(words):
    found = {}
    for word in words:
        if word in found:
            found[word] += 1
        else:
            found[word] = 1
    return found


def items(pair, int n):
    cdef int i
    cdef double found = 0
    for i in range(n):
        found += pair[0] + pair[1]
    return found


def unpacked(pair, int n):
    cdef int i
    cdef double a, b, found = 0
    for i in range(n):
        a, b = pair
        found += a + b
    return found


def sum_of(values):
    found = 0
    for value in values:
        found = found + value
    return found


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def norm(self):
        return self.x * self.x + self.y * self.y


def methods(n):
    point = Point(1.5, 2)
    found = 0
    for i in range(n):
        found += point.norm()
    return found


def caught(n):
    found = 0
    for i in range(n):
        try:
            raise ValueError(i)
        except (KeyError, ValueError) as error:
            found += error.args[0]
    return found


def with_finally(n):
    found = 0
    for i in range(n):
        try:
            found += 1
        finally:
            found += 2
    return found


def missing(n):
    table = {}
    found = 0
    for i in range(n):
        try:
            found += table[i]
        except KeyError:
            found += 1
    return found


cdef class Counter:
    cdef public long count
    cdef public object step
    cdef double scale

    def __init__(self, step=1):
        self.count = 0
        self.step = step
        self.scale = 0.5

    def add(self, value):
        self.count += value
        return self.step

    cpdef double scaled(self, double by):
        return by * self.scale

    def __len__(self):
        return 5

    def __getitem__(self, key):
        return key


class Plain:
    kind = 3

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def moved(self, by, scale=1):
        return self.x + by * scale

    @property
    def total(self):
        return self.x + self.y

    @staticmethod
    def twice(x):
        return x + x


class Derived(Plain):
    def __init__(self, x, y):
        super().__init__(x, y)

    def moved(self, by, scale=1):
        return super().moved(by, scale)


def attributes_typed(n):
    cdef Counter counter = Counter()
    cdef int i
    for i in range(<int>n):
        counter.count = (3 * counter.count + i) & 1023
        counter.step = n if counter.count & 1 else None
    return counter.count


def attributes_of_extension(n):
    counter = Counter()
    for i in range(n):
        counter.count = i
        found = counter.step
    return found


def attributes_of_class(n):
    plain = Plain(1, 2)
    for i in range(n):
        plain.x = plain.y
        plain.y = plain.kind
    return plain.x


def methods_of_extension(n):
    counter = Counter()
    found = 0
    for i in range(n):
        found += counter.add(i)
    return found


def methods_typed(n):
    cdef Counter counter = Counter()
    found = 0
    for i in range(n):
        found += counter.add(1)
        found += counter.scaled(2)
    return found


def methods_of_class(n):
    plain = Plain(1, 2)
    found = 0
    for i in range(n):
        found += plain.moved(i, scale=2)
        found += plain.total
        found += plain.twice(3)
    return found


def methods_by_super(n):
    derived = Derived(1, 2)
    found = 0
    for i in range(n):
        found += derived.moved(i)
    return found


def special_methods(n):
    counter = Counter()
    found = 0
    for i in range(n):
        found += len(counter) + counter[i]
    return found


def made_extension(n):
    found = None
    for i in range(n):
        found = Counter(i)
    return found.step


def made_class(n):
    for i in range(n):
        found = Plain(i, n)
    return found.x


def swapped(n):
    a, b = 0, 1
    for i in range(n):
        a, b = b, (a + b) % 1000
    return a


def unpacked_three(rows):
    found = 0
    for a, b, c in rows:
        found += a + b + c
    return found


def built(n):
    text = ""
    for i in range(n):
        text += "ab"
    return len(text)


def percent(n):
    found = 0
    for i in range(n):
        found += len("%s-%d" % ("a", i))
    return found


def membership(n):
    known = {1, 5, 9, 11}
    found = 0
    for i in range(n):
        if i in known:
            found += 1
        if i in (3, 4, 5):
            found += 1
        if i not in known:
            found += 1
    return found


def sorted_by(pairs):
    return sorted(pairs, key=lambda pair: pair[1])


def instances(values):
    found = 0
    for value in values:
        if isinstance(value, int):
            found += 1
        elif isinstance(value, (str, bytes)):
            found += 2
        elif isinstance(value, Plain):
            found += 3
    return found


def texts(n):
    found = 0
    for i in range(n):
        text = "the quick brown fox"
        parts = text.split(" ")
        found += len(parts) + len(text.replace("quick", "slow"))
        if text.startswith("the") and text[4:9] == "quick" and text[-1] == "x":
            found += 1
        found += len(text.upper()) + text.find("fox")
    return found


def letters(text):
    found = 0
    for letter in text:
        if letter == "e":
            found += 1
        elif letter in "aio":
            found += 2
        elif letter.isalpha():
            found += 3
    return found


def closures(n):
    total = 0

    def add(x):
        nonlocal total
        total += x
        return total

    for i in range(n):
        add(i)
    return total


def lambdas(n):
    double = lambda x: x + x
    found = 0
    for i in range(n):
        found += double(i)
    return found


class Managed:
    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        return False


def with_managers(n):
    managed = Managed()
    found = 0
    for i in range(n):
        with managed as it:
            found += 1
    return found


def evens(values):
    for value in values:
        if value % 2 == 0:
            yield value


def shifted(values):
    for value in values:
        yield value + 1


def pipeline(n):
    return sum(shifted(evens(range(n))))


def delegated(n):
    def inner():
        yield from range(n)
    return sum(inner())


def generator_expression(n):
    return sum(i * i for i in range(n))


def any_of(n):
    return any(i > n for i in range(n))


def int_arithmetic(n):
    a = 12345
    for i in range(n):
        a = (a * 1103 + i) % 65537
        a = (a // 3) ^ (a & 255) | (i << 2)
        a -= i >> 1
        if a > 100000 or a < -5:
            a = -a
    return a


def float_arithmetic(n):
    x = 0.5
    y = 2.0
    for i in range(n):
        x = x * 1.5 - y / 3.0
        y = y + 0.25 * x
        if x > 1e6 or x < -1e6:
            x = 1.0
        y = abs(y) ** 0.5
    return x


def big_ints(n):
    a = 1
    for i in range(n):
        a = (a * 3 + 1) % 1000000000000000000007
    return a


def slices(values):
    found = 0
    for i in range(len(values)):
        part = values[i:i + 3]
        found += len(part)
    return found


def list_items(values):
    n = len(values)
    for i in range(1, n):
        values[i] = values[i - 1] + values[i]
        if values[i] > 1000:
            values[i] -= 1000
    return values[-1]


def enumerated(values):
    found = 0
    for k, value in enumerate(values):
        found += k + value
    return found


def zipped(values, others):
    found = 0
    for a, b in zip(values, others):
        found += a * b
    return found


def items_of_dict(table):
    found = 0
    for key, value in table.items():
        found += value
    for key in table:
        found += table[key]
    return found


def any_arguments(*arguments, **keywords):
    return len(arguments) + len(keywords)


def with_defaults(a, b=2, c=3, *, d=4):
    return a + b + c + d


def star_calls(n):
    found = 0
    arguments = (1, 2)
    keywords = {"x": 1}
    for i in range(n):
        found += any_arguments(*arguments, **keywords)
        found += any_arguments(i, 2, k=3)
    return found


def keyword_calls(n):
    found = 0
    for i in range(n):
        found += with_defaults(i)
        found += with_defaults(1, 2, c=i)
        found += with_defaults(i, d=5)
    return found


def plus(a, b):
    return a + b


def calls(n):
    found = 0
    for i in range(n):
        found = plus(found, i)
    return found


cdef plus_c(a, b):
    return a + b


def calls_of_cdef(n):
    found = 0
    for i in range(n):
        found = plus_c(found, i)
    return found


total = 0


def of_module(n):
    global total
    total = 0
    for i in range(n):
        total += 1
    return total


def comprehensions(n):
    a = [i for i in range(n) if i % 3 == 0]
    b = {i: i + 1 for i in a}
    c = {i % 7 for i in a}
    return len(a) + len(b) + len(c)


def by_builtins(values):
    found = 0
    for value in values:
        found += max(value, 3) + min(value, 5) + abs(value)
        found += len(values)
    return found + sum(values)


def truths(values):
    found = 0
    for value in values:
        if value is None or not value:
            found += 1
        elif value and found:
            found += 2
    return found


def whiled(n):
    i = 0
    while i < n:
        if i == 7:
            i += 2
            continue
        i += 1
    return i


def tuples(n):
    found = None
    for i in range(n):
        found = (i, found is None, n)
    return found


def lists_of_lists(n):
    rows = [[0] * 8 for i in range(8)]
    for i in range(n):
        rows[i % 8][i & 7] += i
    return rows[3][3]


def of_bytes(data):
    found = 0
    for byte in data:
        found += byte
    return found


def nqueens(n):
    columns = list(range(n))
    count = 0

    def place(row, chosen):
        nonlocal count
        if row == n:
            count += 1
            return
        for column in columns:
            for k, other in enumerate(chosen):
                if other == column or abs(other - column) == row - k:
                    break
            else:
                place(row + 1, chosen + [column])

    place(0, [])
    return count


def fannkuch(n):
    count = list(range(1, n + 1))
    most = 0
    m = n - 1
    r = n
    perm1 = list(range(n))
    while True:
        while r != 1:
            count[r - 1] = r
            r -= 1
        if perm1[0] != 0 and perm1[m] != m:
            flips = 0
            perm = perm1[:]
            k = perm[0]
            while k:
                perm[:k + 1] = perm[k::-1]
                flips += 1
                k = perm[0]
            if flips > most:
                most = flips
        while r != n:
            perm1.insert(r, perm1.pop(0))
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1
        else:
            return most


def nbody(n):
    bodies = [([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], 39.47), ([4.84, -1.16, -0.10], [0.6, 2.8, -0.02], 0.037),
              ([8.34, 4.12, -0.4], [-1.01, 1.82, 0.008], 0.011)]
    pairs = [(bodies[i], bodies[j]) for i in range(3) for j in range(i)]
    dt = 0.01
    for step in range(n):
        for ((p1, v1, m1), (p2, v2, m2)) in pairs:
            dx = p1[0] - p2[0]
            dy = p1[1] - p2[1]
            dz = p1[2] - p2[2]
            mag = dt * ((dx * dx + dy * dy + dz * dz) ** (-1.5))
            b1m = m1 * mag
            b2m = m2 * mag
            v1[0] -= dx * b2m
            v1[1] -= dy * b2m
            v1[2] -= dz * b2m
            v2[0] += dx * b1m
            v2[1] += dy * b1m
            v2[2] += dz * b1m
        for (r, v, m) in bodies:
            r[0] += dt * v[0]
            r[1] += dt * v[1]
            r[2] += dt * v[2]
    return bodies[0][0][0]


def sieve(n):
    flags = [True] * n
    found = []
    for i in range(2, n):
        if flags[i]:
            found.append(i)
            for k in range(i * i, n, i):
                flags[k] = False
    return len(found)


def stacked(n):
    stack = []
    for i in range(n):
        stack.append((i, i + 1))
        if len(stack) > 5:
            a, b = stack.pop()
            stack[0] = (b, a)
    return len(stack)


def typed_list(list values):
    cdef Py_ssize_t i
    found = 0
    for i in range(len(values)):
        found += values[i]
    return found


def typed_dict(dict table, int n):
    cdef int i
    found = 0
    for i in range(n):
        table[i & 7] = i
        found += table[i & 7]
        if (i & 7) in table:
            found += 1
    return found


def typed_text(str text, int n):
    cdef int i, found = 0
    for i in range(n):
        if text[i % len(text)] == u"a":
            found += 1
    return found
