# cython: language_level=3
"""Programs of textbooks and courses, as beginners write them: typed views of any strides, default directives, classes with arrays."""
import numpy as np
from libc.math cimport sin, sqrt
from libc.stdlib cimport free, malloc


def cholesky(double[:, :] a, double[:, :] l):
    cdef Py_ssize_t i, j, k
    cdef double s
    for i in range(a.shape[0]):
        for j in range(i + 1):
            s = a[i, j]
            for k in range(j):
                s -= l[i, k] * l[j, k]
            if i == j:
                l[i, i] = sqrt(s)
            else:
                l[i, j] = s / l[j, j]


def back_substitution(double[:, :] u, double[:] b, double[:] x):
    cdef Py_ssize_t i, j
    cdef double s
    for i in range(u.shape[0] - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, u.shape[0]):
            s -= u[i, j] * x[j]
        x[i] = s / u[i, i]


def gram_schmidt(double[:, :] a, double[:, :] q):
    cdef Py_ssize_t i, j, k
    cdef double s
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            q[i, j] = a[i, j]
        for k in range(j):
            s = 0
            for i in range(a.shape[0]):
                s += q[i, k] * a[i, j]
            for i in range(a.shape[0]):
                q[i, j] -= s * q[i, k]
        s = 0
        for i in range(a.shape[0]):
            s += q[i, j] * q[i, j]
        s = sqrt(s)
        for i in range(a.shape[0]):
            q[i, j] = q[i, j] / s


def lcs(int[:] one, int[:] other, int[:, :] table):
    cdef Py_ssize_t i, j
    for i in range(one.shape[0]):
        for j in range(other.shape[0]):
            if one[i] == other[j]:
                table[i + 1, j + 1] = table[i, j] + 1
            elif table[i, j + 1] >= table[i + 1, j]:
                table[i + 1, j + 1] = table[i, j + 1]
            else:
                table[i + 1, j + 1] = table[i + 1, j]
    return table[one.shape[0], other.shape[0]]


def insertion_sort(double[:] source, double[:] x):
    cdef Py_ssize_t i, j
    cdef double key
    for i in range(x.shape[0]):
        x[i] = source[i]
    for i in range(1, x.shape[0]):
        key = x[i]
        j = i - 1
        while j >= 0 and x[j] > key:
            x[j + 1] = x[j]
            j -= 1
        x[j + 1] = key


def bubble_sort(int[:] source, int[:] x):
    cdef int i, j, t, n = x.shape[0]
    for i in range(n):
        x[i] = source[i]
    for i in range(n):
        for j in range(n - i - 1):
            if x[j] > x[j + 1]:
                t = x[j]
                x[j] = x[j + 1]
                x[j + 1] = t


def composites(unsigned char[:] composite):
    cdef Py_ssize_t i, j, n = composite.shape[0], count = 0
    for i in range(n):
        composite[i] = 0
    for i in range(2, n):
        if composite[i] == 0:
            count += 1
            j = i * i
            while j < n:
                composite[j] = 1
                j += i
    return count


def primes(int n):
    cdef int i, j, count = 0
    cdef bint is_prime
    for i in range(2, n):
        is_prime = True
        for j in range(2, i):
            if j * j > i:
                break
            if i % j == 0:
                is_prime = False
                break
        if is_prime:
            count += 1
    return count


def transpose(double[:, :] a, double[:, :] b):
    cdef Py_ssize_t i, j
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            b[j, i] = a[i, j]


def life(unsigned char[:, :] old, unsigned char[:, :] new):
    cdef Py_ssize_t i, j
    cdef int n
    for i in range(1, old.shape[0] - 1):
        for j in range(1, old.shape[1] - 1):
            n = (old[i - 1, j - 1] + old[i - 1, j] + old[i - 1, j + 1] + old[i, j - 1] + old[i, j + 1]
                 + old[i + 1, j - 1] + old[i + 1, j] + old[i + 1, j + 1])
            if n == 3 or (n == 2 and old[i, j] == 1):
                new[i, j] = 1
            else:
                new[i, j] = 0


def trapezoid(double a, double b, int n):
    cdef int i
    cdef double h = (b - a) / n, s = 0.5 * (sin(a) + sin(b))
    for i in range(1, n):
        s += sin(a + i * h)
    return s * h


def moving_mean(double[:] x, double[:] out, int w):
    cdef Py_ssize_t i
    cdef double s = 0
    for i in range(x.shape[0]):
        s += x[i]
        if i >= w:
            s -= x[i - w]
            out[i] = s / w
        else:
            out[i] = s / (i + 1)


def ewma(double[:] x, double[:] out, double alpha):
    cdef Py_ssize_t i
    out[0] = x[0]
    for i in range(1, x.shape[0]):
        out[i] = alpha * x[i] + (1 - alpha) * out[i - 1]


def cumulative(double[:] x, double[:] out):
    cdef Py_ssize_t i
    cdef double s = 0
    for i in range(x.shape[0]):
        s += x[i]
        out[i] = s


def thomas(double[:] a, double[:] b, double[:] c, double[:] d, double[:] w, double[:] x):
    cdef Py_ssize_t i, n = d.shape[0]
    cdef double m
    w[0] = c[0] / b[0]
    x[0] = d[0] / b[0]
    for i in range(1, n):
        m = b[i] - a[i] * w[i - 1]
        w[i] = c[i] / m
        x[i] = (d[i] - a[i] * x[i - 1]) / m
    for i in range(n - 2, -1, -1):
        x[i] -= w[i] * x[i + 1]


def convolve(double[:] x, double[:] k, double[:] out):
    cdef Py_ssize_t i, j
    cdef double s
    for i in range(out.shape[0]):
        s = 0
        for j in range(k.shape[0]):
            s += x[i + j] * k[j]
        out[i] = s


def monte_carlo(long long n):
    cdef long long i, inside = 0
    cdef unsigned long long state = 12345
    cdef double x, y
    for i in range(n):
        state = state * 6364136223846793005ULL + 1442695040888963407ULL
        x = (state >> 11) / 9007199254740992.0
        state = state * 6364136223846793005ULL + 1442695040888963407ULL
        y = (state >> 11) / 9007199254740992.0
        if x * x + y * y < 1:
            inside += 1
    return inside


def fft(double[:] source, double[:] re, double[:] im, double[:] cs, double[:] sn):
    cdef Py_ssize_t n = re.shape[0], half = 1, i, j, step
    cdef double tr, ti, c, s
    for i in range(n):
        re[i] = source[i]
        im[i] = 0
    while half < n:
        step = n // (2 * half)
        for i in range(0, n, 2 * half):
            for j in range(half):
                c = cs[j * step]
                s = sn[j * step]
                tr = c * re[i + j + half] - s * im[i + j + half]
                ti = s * re[i + j + half] + c * im[i + j + half]
                re[i + j + half] = re[i + j] - tr
                im[i + j + half] = im[i + j] - ti
                re[i + j] += tr
                im[i + j] += ti
        half *= 2


def bodies(double[:, :] p, double[:, :] v, double[:] m, double dt, int steps):
    cdef int t, i, j, n = p.shape[0]
    cdef double dx, dy, dz, d, f
    for t in range(steps):
        for i in range(n):
            for j in range(n):
                if i != j:
                    dx = p[j, 0] - p[i, 0]
                    dy = p[j, 1] - p[i, 1]
                    dz = p[j, 2] - p[i, 2]
                    d = sqrt(dx * dx + dy * dy + dz * dz + 1e-9)
                    f = m[j] / (d * d * d)
                    v[i, 0] += f * dx * dt
                    v[i, 1] += f * dy * dt
                    v[i, 2] += f * dz * dt
        for i in range(n):
            p[i, 0] += v[i, 0] * dt
            p[i, 1] += v[i, 1] * dt
            p[i, 2] += v[i, 2] * dt


def bilinear(double[:, :] image, double[:, :] out, double scale):
    cdef int i, j, y, x
    cdef double fy, fx
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            fy = i * scale
            fx = j * scale
            y = <int>fy
            x = <int>fx
            fy -= y
            fx -= x
            out[i, j] = ((1 - fy) * ((1 - fx) * image[y, x] + fx * image[y, x + 1])
                         + fy * ((1 - fx) * image[y + 1, x] + fx * image[y + 1, x + 1]))


def sor(double[:, :] u, double[:, :] f, double w):
    cdef Py_ssize_t i, j
    for i in range(1, u.shape[0] - 1):
        for j in range(1, u.shape[1] - 1):
            u[i, j] = (1 - w) * u[i, j] + w * 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])


def coins(long long[:] ways, int[:] values):
    cdef Py_ssize_t i, k
    for i in range(ways.shape[0]):
        ways[i] = 0
    ways[0] = 1
    for k in range(values.shape[0]):
        for i in range(values[k], ways.shape[0]):
            ways[i] += ways[i - values[k]]


def normalise(double[:, :] x):
    cdef Py_ssize_t i, j
    cdef double mean, var
    for j in range(x.shape[1]):
        mean = 0
        for i in range(x.shape[0]):
            mean += x[i, j]
        mean /= x.shape[0]
        var = 0
        for i in range(x.shape[0]):
            var += (x[i, j] - mean) ** 2
        var = sqrt(var / x.shape[0])
        for i in range(x.shape[0]):
            x[i, j] = (x[i, j] - mean) / var


def erosion(unsigned char[:, :] image, unsigned char[:, :] out):
    cdef Py_ssize_t i, j, k, l
    cdef unsigned char least
    for i in range(1, image.shape[0] - 1):
        for j in range(1, image.shape[1] - 1):
            least = 255
            for k in range(-1, 2):
                for l in range(-1, 2):
                    if image[i + k, j + l] < least:
                        least = image[i + k, j + l]
            out[i, j] = least


def grey(unsigned char[:, :, :] rgb, unsigned char[:, :] out):
    cdef Py_ssize_t i, j
    for i in range(rgb.shape[0]):
        for j in range(rgb.shape[1]):
            out[i, j] = <unsigned char>(0.299 * rgb[i, j, 0] + 0.587 * rgb[i, j, 1] + 0.114 * rgb[i, j, 2])


def integral(unsigned char[:, :] image, long long[:, :] out):
    cdef Py_ssize_t i, j
    cdef long long row
    for i in range(image.shape[0]):
        row = 0
        for j in range(image.shape[1]):
            row += image[i, j]
            out[i + 1, j + 1] = out[i, j + 1] + row


cdef class Grid:
    cdef double[:, :] data
    cdef double[:, :] new
    cdef public double rate
    cdef Py_ssize_t n, m

    def __init__(self, data, double rate):
        self.data = data
        self.new = np.zeros_like(data)
        self.rate = rate
        self.n = data.shape[0]
        self.m = data.shape[1]

    def step(self):
        cdef Py_ssize_t i, j
        for i in range(1, self.n - 1):
            for j in range(1, self.m - 1):
                self.new[i, j] = self.data[i, j] + self.rate * (self.data[i - 1, j] + self.data[i + 1, j]
                    + self.data[i, j - 1] + self.data[i, j + 1] - 4 * self.data[i, j])
        self.data, self.new = self.new, self.data

    def total(self):
        cdef Py_ssize_t i, j
        cdef double s = 0
        for i in range(self.n):
            for j in range(self.m):
                s += self.data[i, j]
        return s


cdef class Tree:
    cdef int[:] left, right, feature
    cdef double[:] threshold, value

    def __init__(self, left, right, feature, threshold, value):
        self.left, self.right, self.feature, self.threshold, self.value = left, right, feature, threshold, value

    def predict(self, double[:, :] x, double[:] out):
        cdef Py_ssize_t i
        cdef int node
        for i in range(x.shape[0]):
            node = 0
            while self.left[node] >= 0:
                if x[i, self.feature[node]] <= self.threshold[node]:
                    node = self.left[node]
                else:
                    node = self.right[node]
            out[i] = self.value[node]


ctypedef double (*function)(double)


cdef double square(double x):
    return x * x


cdef double sine(double x):
    return sin(x)


cdef double integrate(function f, double a, double b, int n):
    cdef int i
    cdef double s = 0, h = (b - a) / n
    for i in range(n):
        s += f(a + (i + 0.5) * h)
    return s * h


def integrals(int n):
    return integrate(square, 0, 1, n) + integrate(sine, 0, 1, n)


cdef struct Particle:
    double x, y, vx, vy


def particles(Particle[:] p, double dt):
    cdef Py_ssize_t i
    for i in range(p.shape[0]):
        p[i].x += p[i].vx * dt
        p[i].y += p[i].vy * dt
        if p[i].x < 0 or p[i].x > 1:
            p[i].vx = -p[i].vx
        if p[i].y < 0 or p[i].y > 1:
            p[i].vy = -p[i].vy


cdef double norm(double[:] row):
    cdef Py_ssize_t i
    cdef double s = 0
    for i in range(row.shape[0]):
        s += row[i] * row[i]
    return sqrt(s)


def norms(double[:, :] a, double[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        out[i] = norm(a[i])


def total_by_rows(double[:, :] a):
    cdef Py_ssize_t i, j
    cdef double[:] row
    cdef double s = 0
    for i in range(a.shape[0]):
        row = a[i, :]
        for j in range(row.shape[0]):
            s += row[j]
    return s


cdef void quick(double[:] x, Py_ssize_t low, Py_ssize_t high):
    cdef Py_ssize_t i, j
    cdef double pivot, t
    if low >= high:
        return
    pivot = x[(low + high) // 2]
    i = low
    j = high
    while i <= j:
        while x[i] < pivot:
            i += 1
        while x[j] > pivot:
            j -= 1
        if i <= j:
            t = x[i]
            x[i] = x[j]
            x[j] = t
            i += 1
            j -= 1
    quick(x, low, j)
    quick(x, i, high)


def quicksort(double[:] source, double[:] x):
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        x[i] = source[i]
    quick(x, 0, x.shape[0] - 1)


def first_primes(int n):
    cdef int *p = <int *>malloc(n * sizeof(int))
    cdef int count = 0, k = 2, i
    while count < n:
        i = 0
        while i < count and k % p[i] != 0:
            i += 1
        if i == count:
            p[count] = k
            count += 1
        k += 1
    result = [p[i] for i in range(count)]
    free(p)
    return result


cdef double kernel(double x, double y) nogil:
    return 1 / (1 + (x - y) * (x - y))


def kernels(double[:] x, double[:] y, double[:, :] out):
    cdef Py_ssize_t i, j
    for i in range(x.shape[0]):
        for j in range(y.shape[0]):
            out[i, j] = kernel(x[i], y[j])


cpdef double poly(double x, double[:] c):
    cdef double s = 0
    cdef Py_ssize_t i
    for i in range(c.shape[0] - 1, -1, -1):
        s = s * x + c[i]
    return s


def polys(double[:] x, double[:] c, double[:] out):
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        out[i] = poly(x[i], c)


def julia(double complex[:] z, double complex c, int[:] out):
    cdef Py_ssize_t i
    cdef double complex w
    cdef int n
    for i in range(z.shape[0]):
        w = z[i]
        n = 0
        while n < 50 and w.real * w.real + w.imag * w.imag < 4:
            w = w * w + c
            n += 1
        out[i] = n


def median3(unsigned char[:, :] image, unsigned char[:, :] out):
    cdef Py_ssize_t i, j, k, l, n, m
    cdef unsigned char w[9]
    cdef unsigned char t
    for i in range(1, image.shape[0] - 1):
        for j in range(1, image.shape[1] - 1):
            n = 0
            for k in range(-1, 2):
                for l in range(-1, 2):
                    t = image[i + k, j + l]
                    m = n
                    while m > 0 and w[m - 1] > t:
                        w[m] = w[m - 1]
                        m -= 1
                    w[m] = t
                    n += 1
            out[i, j] = w[4]


def matrix_chain(int[:] p, long long[:, :] m):
    cdef int n = p.shape[0] - 1, i, j, k, length
    cdef long long q
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            m[i, j] = 9223372036854775807
            for k in range(i, j):
                q = m[i, k] + m[k + 1, j] + p[i] * p[k + 1] * p[j + 1]
                if q < m[i, j]:
                    m[i, j] = q
    return m[0, n - 1]


def union_find(int[:] parent, int[:, :] edges):
    cdef Py_ssize_t e
    cdef int a, b, count = parent.shape[0]
    for e in range(parent.shape[0]):
        parent[e] = e
    for e in range(edges.shape[0]):
        a = edges[e, 0]
        b = edges[e, 1]
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        if a != b:
            parent[a] = b
            count -= 1
    return count


def bfs(int[:] starts, int[:] to, int[:] distance, int[:] queue, int source):
    cdef int head = 0, tail = 1, node, k
    queue[0] = source
    for k in range(distance.shape[0]):
        distance[k] = -1
    distance[source] = 0
    while head < tail:
        node = queue[head]
        head += 1
        for k in range(starts[node], starts[node + 1]):
            if distance[to[k]] < 0:
                distance[to[k]] = distance[node] + 1
                queue[tail] = to[k]
                tail += 1
    return tail


def summed_down(double[:, :] a):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] + a[i - 1, j]


def least_path(double[:, :] a):
    cdef Py_ssize_t i, j
    cdef double best
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1] - 1):
            best = a[i - 1, j]
            if a[i - 1, j - 1] < best:
                best = a[i - 1, j - 1]
            if a[i - 1, j + 1] < best:
                best = a[i - 1, j + 1]
            a[i, j] = a[i, j] + best


def knapsack(long long[:, :] best, long long[:] weights, long long[:] values):
    cdef Py_ssize_t i, w
    cdef long long without, taken
    for i in range(weights.shape[0]):
        for w in range(best.shape[1]):
            without = best[i, w]
            if w >= weights[i]:
                taken = best[i, w - weights[i]] + values[i]
                if taken > without:
                    without = taken
            best[i + 1, w] = without


def rotated(double[:, :] a, double c, double s):
    cdef Py_ssize_t i, j
    cdef double one, other
    for i in range(a.shape[0] - 1):
        for j in range(a.shape[1]):
            one = c * a[i, j] + s * a[i + 1, j]
            other = c * a[i + 1, j] - s * a[i, j]
            a[i, j] = one
            a[i + 1, j] = other


def gauss_jordan(double[:, :] source, double[:, :] a):
    cdef Py_ssize_t i, j, k
    cdef double f
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = source[i, j]
    for k in range(a.shape[0]):
        f = a[k, k]
        for j in range(a.shape[1]):
            a[k, j] = a[k, j] / f
        for i in range(a.shape[0]):
            if i != k:
                f = a[i, k]
                for j in range(a.shape[1]):
                    a[i, j] -= f * a[k, j]


def grid_steps(data, double rate, int steps):
    cdef Grid grid = Grid(data, rate)
    for _ in range(steps):
        grid.step()
    return grid.total()


def predicted(left, right, feature, threshold, value, double[:, :] x, double[:] out):
    Tree(left, right, feature, threshold, value).predict(x, out)
