"""Loops whose iterations add up numbers of their own: several run at once, and each sum keeps its order."""
# cython: language_level=3
cimport cython
from cython.parallel cimport parallel, prange
from libc.math cimport fabsf, sqrt, sqrtf


def convolve(const double[:, :] image, const double[:, :] weights, double[:, :] result):
    cdef Py_ssize_t i, j, k, l
    cdef double s
    for i in range(result.shape[0]):
        for j in range(result.shape[1]):
            s = 0
            for k in range(weights.shape[0]):
                for l in range(weights.shape[1]):
                    s += image[i + k, j + l] * weights[k, l]
            result[i, j] = s


def product(double[:, ::1] a, double[:, ::1] b, double[:, ::1] c):
    cdef int i, j, k
    cdef double s = -1
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0
            for k in range(b.shape[0]):
                s += a[i, k] * b[k, j]
            c[i, j] = s
    return s


def product_in_memory(double[:, :] a, double[:, :] b, double[:, :] c, double beta, Py_ssize_t n):
    """Where nothing is added, an element stays as it is."""
    cdef Py_ssize_t i, j, k
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(n):
                c[i, j] += beta * a[i, k] * b[k, j]


def total_in_one_element(double[:, :] b, double[:] y):
    cdef Py_ssize_t j, k
    for j in range(b.shape[1]):
        for k in range(b.shape[0]):
            y[0] += b[k, j]


@cython.boundscheck(False)
@cython.wraparound(False)
def filtered(const float[:] x, const float[:] w, float[:] y):
    cdef Py_ssize_t i, k
    cdef float s
    for i in prange(y.shape[0], nogil=True):
        s = 0
        for k in range(w.shape[0]):
            s = s + x[i + k] * w[k]
        y[i] = s


def means(const double[:, ::1] x, double[::1] mean, double[:, ::1] covariance, Py_ssize_t n):
    """A division by zero ends the first iteration."""
    cdef Py_ssize_t i, j, k
    cdef double s
    for j in range(x.shape[1]):
        s = 0
        for i in range(x.shape[0]):
            s += x[i, j]
        mean[j] = s / n
    for i in range(x.shape[1]):
        for j in range(i, x.shape[1]):
            s = 0
            for k in range(x.shape[0]):
                s += (x[k, i] - mean[i]) * (x[k, j] - mean[j])
            covariance[i, j] = s / n
            covariance[j, i] = covariance[i, j]


def blurred(const unsigned char[:, :] image, const double[:, :] weights, unsigned char[:, :] result):
    cdef int i, j, k, l, half = weights.shape[0] // 2
    cdef double s
    for i in range(half, image.shape[0] - half):
        for j in range(half, image.shape[1] - half):
            s = 0
            for k in range(-half, half + 1):
                for l in range(-half, half + 1):
                    s += image[i + k, j + l] * weights[k + half, l + half]
            result[i, j] = <unsigned char>s


def same_memory(double[:] x, double[:] y):
    """An iteration may read what another one has stored."""
    cdef Py_ssize_t i, k
    cdef double s
    for i in range(y.shape[0]):
        s = 0
        for k in range(3):
            s += x[i + k]
        y[i] = s


def last_values(const double[:, :] b, double[:] y, Py_ssize_t n):
    cdef Py_ssize_t j = -1, k = -1
    cdef double s = -1, term = -2, most = 0
    for j in range(b.shape[1]):
        s = 0
        for k in range(n):
            term = b[k, j] * 0.5
            s -= term
        if s > most:
            most = s
        if s < -100:
            continue
        if most > 50:
            break
        y[j] = s
    return j, k, s, term, most


def counts(const double[:, :] b, double[:] y, Py_ssize_t n):
    """What an iteration changes is for the next one."""
    cdef Py_ssize_t j, k
    cdef double s, scale = 1, t
    for j in range(b.shape[1]):
        s = 0
        t = 1
        for k in range(n):
            s += b[k, j] * scale
        for k in range(j):
            t -= k * 0.25
        scale = scale * 0.5 + t
        y[j] = s + t
    return scale


def product_in_region(const double[:, :] a, const double[:, :] b, double[:, ::1] c):
    cdef Py_ssize_t i, j, k
    cdef double s
    with nogil, parallel(device={}):
        for i in prange(c.shape[0]):
            for j in prange(c.shape[1]):
                s = 0
                for k in range(b.shape[0]):
                    s = s + a[i, k] * b[k, j]
                c[i, j] = s


def largest_of_columns(const double[:, :] x, double[:] largest, double[:] smallest, int[:] where):
    """An iteration keeps a number only where its own condition holds."""
    cdef Py_ssize_t i, j
    cdef double most, least
    cdef int at
    for j in range(x.shape[1]):
        most = x[0, j]
        least = x[0, j]
        at = 0
        for i in range(x.shape[0]):
            if x[i, j] > most:
                most = x[i, j]
                at = i
            least = min(least, x[i, j])
        largest[j] = most
        smallest[j] = least
        where[j] = at


def dilated(const unsigned char[:, :] image, unsigned char[:, :] result, int radius):
    """Bytes: 128 at once."""
    cdef Py_ssize_t i, j
    cdef int k, l
    cdef unsigned char most
    for i in range(radius, image.shape[0] - radius):
        for j in range(radius, image.shape[1] - radius):
            most = 0
            for k in range(-radius, radius + 1):
                for l in range(-radius, radius + 1):
                    if image[i + k, j + l] > most:
                        most = image[i + k, j + l]
            result[i, j] = most


def box(const short[:, :] image, int[:, :] total, int radius):
    cdef Py_ssize_t i, j
    cdef int k, l, s
    for i in range(radius, image.shape[0] - radius):
        for j in range(radius, image.shape[1] - radius):
            s = 0
            for k in range(-radius, radius + 1):
                for l in range(-radius, radius + 1):
                    s += image[i + k, j + l]
            total[i, j] = s


def attracted(const float[:] x, const float[:] y, const float[:] mass, float[:, :] force):
    """Roots and magnitudes, and numbers of iterations as numbers."""
    cdef int i, j
    cdef float dx, dy, distance, fx, fy
    for i in range(x.shape[0]):
        fx = 0
        fy = <float>i
        for j in range(x.shape[0]):
            dx = x[j] - x[i]
            dy = fabsf(y[j] - y[i])
            distance = sqrtf(dx * dx + dy * dy + <float>0.25)
            fx += mass[j] * dx * distance
            fy += abs(dx) * distance
        force[i, 0] = fx
        force[i, 1] = fy


def clamped(const double[:, :] x, const double[:] limits, double[:] s, long[:] outside):
    """Conditions in conditions, joined and negated, and both sides of them."""
    cdef Py_ssize_t i, j
    cdef double total, part
    cdef long count
    for j in range(x.shape[1]):
        total = 0
        count = 0
        for i in range(x.shape[0]):
            part = x[i, j]
            if part > limits[i] or part < -limits[i]:
                count += 1
                if part > 0:
                    part = limits[i]
                else:
                    part = -limits[i]
            elif not part == part and count < 3:
                part = 0
            total += part if part > total else 0.5 * part
        s[j] = total
        outside[j] = count


@cython.boundscheck(False)
def only_there(const double[:, :] x, const double[:] y, double[:] s, Py_ssize_t n):
    """What a condition keeps an iteration from must not be read: `y` is shorter."""
    cdef Py_ssize_t i, j
    cdef double total
    for j in range(x.shape[1]):
        total = 0
        for i in range(x.shape[0]):
            if j < n:
                total = total + y[j] * x[i, j]
        s[j] = total


def the_last_that_was(const double[:, :] x, double[:] s):
    """An iteration in which nothing is larger has what the one before left."""
    cdef Py_ssize_t i, j
    cdef double most, last = -1
    for j in range(x.shape[1]):
        most = 1
        for i in range(x.shape[0]):
            if x[i, j] > most:
                most = x[i, j]
                last = x[i, j]
        s[j] = most + last
    return last


def reset_each_time(const double[:, :] x, double[:] s, double p):
    """The statements after a sum change what the next iteration sets again."""
    cdef Py_ssize_t i, j
    cdef double total, scale = 0
    for j in range(x.shape[1]):
        total = 0
        scale = p
        for i in range(x.shape[0]):
            total += x[i, j] * scale
        s[j] = total + scale
        scale = total
    return scale


def left_before(const double[:, :] x, double[:] s, Py_ssize_t n):
    """Without inner iterations, a variable has what the statements after them gave it."""
    cdef Py_ssize_t i, j
    cdef double total, last = 2
    for j in range(x.shape[1]):
        total = 0
        for i in range(n):
            total += x[i, j]
            last = x[i, j]
        s[j] = total + last
        last = 5
    return last


def of_rows(const double[:, :] x, double[:] s):
    """Elements of neighbouring iterations do not lie side by side."""
    cdef Py_ssize_t i, j
    cdef double total
    for j in range(x.shape[0]):
        total = 0
        for i in range(x.shape[1]):
            total += x[j, i] + x[0, i]
        s[j] = total


def distances(const double[:, :] points, double[:, :] result):
    """Elements of neighbouring iterations are in other rows, and a root is computed from each sum."""
    cdef Py_ssize_t i, j, k
    cdef double total, difference
    for i in range(points.shape[0]):
        for j in range(points.shape[0]):
            total = 0
            for k in range(points.shape[1]):
                difference = points[i, k] - points[j, k]
                total += difference * difference
            result[i, j] = sqrt(total)


def nearest(const float[:, :] points, const float[:, :] centers, int[:] which, float[:] far):
    cdef Py_ssize_t i, k, c
    cdef float total, least
    cdef int best
    for i in range(points.shape[0]):
        least = 1e30
        best = -1
        for c in range(centers.shape[0]):
            total = 0
            for k in range(points.shape[1]):
                total += (points[i, k] - centers[c, k]) * (points[i, k] - centers[c, k])
            if total < least:
                least = total
                best = c
        which[i] = best
        far[i] = 0.5 * least


def means_of_rows(const double[:, :] x, double[:] mean, double[:] deviation):
    """Threads divide blocks of rows, where each gets at least two."""
    cdef Py_ssize_t i, k
    cdef double total, middle
    for i in prange(x.shape[0], nogil=True):
        middle = 0
        for k in range(x.shape[1]):
            middle = middle + x[i, k]
        mean[i] = middle
        total = 0
        for k in range(x.shape[1]):
            total = total + (x[i, k] - 0.5) * (x[i, k] - 0.5)
        deviation[i] = total + middle


def of_turned(const double[:, :] a, const double[:, :] b, double[:, :] c):
    """A product with rows of both matrices, into itself perhaps."""
    cdef Py_ssize_t i, j, k
    cdef double total
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            total = 0
            for k in range(a.shape[1]):
                total += a[i, k] * b[j, k]
            c[i, j] = total - c[i, j]


def steps(const double[:, :] x, double[:] s):
    """Conditions that are the same for all iterations, in turn with their own."""
    cdef Py_ssize_t i, j
    cdef double m
    for j in range(x.shape[1]):
        m = 0
        for i in range(x.shape[0]):
            if i == 0:
                m = x[i, j]
            elif x[i, j] > m:
                m = x[i, j]
            elif i == 3:
                m = m * 2
            else:
                m = m + 0.5
        s[j] = m


def attracting(const double[:] x, const double[:] y, const double[:] mass, double[:, :] force):
    """Bodies do not attract themselves; where two are in one place, a division fails in the middle."""
    cdef Py_ssize_t i, j
    cdef double dx, dy, d, fx, fy
    for i in range(x.shape[0]):
        fx = 0
        fy = 0
        for j in range(x.shape[0]):
            if i != j:
                dx = x[j] - x[i]
                dy = y[j] - y[i]
                d = dx * dx + dy * dy
                d = d * sqrt(d)
                fx += mass[j] * dx / d
                fy += mass[j] * dy / d
        force[i, 0] = fx
        force[i, 1] = fy


def attracting_threads(const double[:] x, const double[:] y, const double[:] mass, double[:, :] force):
    cdef Py_ssize_t i, j
    cdef double dx, dy, d, fx, fy
    for i in prange(x.shape[0], nogil=True):
        fx = 0
        fy = 0
        for j in range(x.shape[0]):
            if i != j:
                dx = x[j] - x[i]
                dy = y[j] - y[i]
                d = dx * dx + dy * dy
                fx = fx + mass[j] * dx / d
                fy = fy + mass[j] * dy / d
        force[i, 0] = fx
        force[i, 1] = fy


def ratios(const double[:, :] x, const double[:] y, const double[:] z, double[:] s):
    """What is added up after a division by zero counts no more: the exception leaves what came before."""
    cdef Py_ssize_t i, k
    cdef double a, b
    for i in range(s.shape[0]):
        s[i] = 0.5
        a = 0
        for k in range(x.shape[0]):
            b = x[k, i] / y[k]
            if b > z[i]:
                a += b / z[i]
        s[i] = a


@cython.boundscheck(False)
@cython.wraparound(False)
def near(const double[:, :] x, const double[:] weight, double[:] s, double p, int n):
    """`weight` may be short: only what is near has one."""
    cdef int i, k
    for i in range(s.shape[0]):
        s[i] = 0
        for k in range(n):
            if x[k, i] < p:
                s[i] = s[i] + weight[k + 1]


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def shared_out(const double[:, :] x, double[:] s, double p, long parts):
    """There may be no parts where nothing is shared out."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in range(s.shape[0]):
        total = 0
        for k in range(x.shape[0]):
            if x[k, i] > p:
                total += 7 // parts
        s[i] = total


@cython.boundscheck(False)
@cython.wraparound(False)
def last_in_choice(const double[:, :] x, double[:] s):
    """The function gives what the last of the iterations has left that did anything."""
    cdef Py_ssize_t i, k
    cdef double seen = -1, twice = -2, total
    for i in range(s.shape[0]):
        total = 0
        for k in range(x.shape[0]):
            if x[k, i] > 0.5:
                seen = x[k, i]
                twice = 2 * seen
                total += twice
        s[i] = total
    return seen


@cython.boundscheck(False)
@cython.wraparound(False)
def in_two_steps(const double[:, :] x, double[:] s):
    """What only a choice uses, and some of its iterations change."""
    cdef Py_ssize_t i, k
    cdef double part, total
    for i in range(s.shape[0]):
        total = 0
        for k in range(x.shape[0]):
            if x[k, i] > -0.5:
                part = x[k, i]
                if part > 0.5:
                    part = 3 * part
                total += part
            else:
                part = 1
                total += part
        s[i] = total


def step_by_step(double[:, :] a, const double[:, :] step):
    """Each row is made of the one before; rows may share elements."""
    cdef Py_ssize_t t, i, j
    cdef double s
    for t in range(1, a.shape[0]):
        for j in range(a.shape[1]):
            s = 0
            for i in range(a.shape[1]):
                s += a[t - 1, i] * step[i, j]
            a[t, j] = s / 2


def lower(const double[:, :] a, double[:, :] l):
    """Columns are made of those before them."""
    cdef int n = a.shape[0], i, j, k
    cdef double s
    for j in range(n):
        for i in range(j, n):
            s = a[i, j]
            for k in range(j):
                s -= l[i, k] * l[j, k]
            l[i, j] = s / (l[j, j] if i > j else 2)


def skipping(const double[:, :] x, const double[:] y, double[:] s):
    cdef Py_ssize_t i, k
    for i in range(s.shape[0]):
        s[i] = 0
        for k in range(x.shape[0]):
            if i == k or x[k, i] < 0:
                continue
            if x[k, i] > 1 and y[k] > 0:
                s[i] += 1
                continue
            s[i] += x[k, i] / y[k]


def ranked(const double[:] x, long[:] order):
    cdef Py_ssize_t i, j
    cdef long before
    for i in range(x.shape[0]):
        before = 0
        for j in range(x.shape[0]):
            if x[j] < x[i] or (x[j] == x[i] and j < i) or j == 3 and x[i] > 0:
                before += 1
        order[i] = before


def row_in_place(double[:, :] a, const double[:, :] w):
    """Each element is made of those that are there already."""
    cdef Py_ssize_t i, j, k
    cdef double s
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s = 0
            for k in range(a.shape[1]):
                s += a[i, k] * w[k, j]
            a[i, j] = s / 2


def stored_before(double[:] sums, double[:, ::1] x, double[::1] widths):
    """A sum in memory is there when what comes after it raises."""
    cdef Py_ssize_t j, k
    for j in range(x.shape[1]):
        sums[j] = 0
        for k in range(x.shape[0]):
            sums[j] += x[k, j]
        for k in range(x.shape[0]):
            x[k, j] = (x[k, j] - sums[j]) / widths[j]
