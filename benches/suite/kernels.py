"""The kernels of the suite, as plain Python: `peers.py` makes of each what offcy, Cython, Numba, Pythran and PyOMP compile.

The text of a function is the kernel, as its reader would write it: `prange` where iterations are independent, `+=` to a variable
from outside a `prange` for a sum. A scalar that an iteration sets is its own. `int(x)` cuts off a fraction. What C needs
to know stands in the decorator: types of arguments as Cython writes them, and of variables that are neither an index nor a `double`.
"""

import ast
import dataclasses
import inspect
import textwrap

KERNELS = {}


@dataclasses.dataclass(frozen=True)
class Kernel:
    """`arguments`: C type and name of each. `variables`: C types of those that are not `double`. `text`: the function."""

    name: str
    arguments: tuple
    variables: dict
    text: str

    @property
    def tree(self):
        return ast.parse(self.text).body[0]


def kernel(arguments, **variables):
    def kept(function):
        lines = textwrap.dedent(inspect.getsource(function)).splitlines()
        text = "\n".join(lines[next(at for at, line in enumerate(lines) if line.startswith("def ")):]) + "\n"
        split = tuple(tuple(part.strip().rsplit(" ", 1)) for part in split_arguments(arguments))
        KERNELS[function.__name__] = Kernel(function.__name__, split, variables, text)
        return function

    return kept


def split_arguments(text):
    """At commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"[": 1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


prange, sqrt, exp, log, erf = range, None, None, None, None  # names of the peers


@kernel("double[::1] a, double[::1] b, double[::1] c, double s")
def triad(a, b, c, s):
    for i in prange(a.shape[0]):
        a[i] = b[i] + s * c[i]


@kernel("float[::1] a, float[::1] b, float[::1] c, float s")
def triad_float(a, b, c, s):
    for i in prange(a.shape[0]):
        a[i] = b[i] + s * c[i]


@kernel("double[:] a, double[:] b, double[:] c, double s")
def triad_strided(a, b, c, s):
    for i in prange(a.shape[0]):
        a[i] = b[i] + s * c[i]


@kernel("double[::1] y, double[::1] x, double s")
def axpy(y, x, s):
    for i in prange(y.shape[0]):
        y[i] += s * x[i]


@kernel("double[::1] x, double[::1] y")
def dot(x, y):
    total = 0.0
    for i in prange(x.shape[0]):
        total += x[i] * y[i]
    return total


@kernel("float[::1] x", total="float")
def sum_float(x):
    total = 0.0
    for i in prange(x.shape[0]):
        total += x[i]
    return total


@kernel("int[::1] x", total="long long")
def sum_int(x):
    total = 0
    for i in prange(x.shape[0]):
        total += x[i]
    return total


@kernel("unsigned char[:, ::1] out, unsigned char[:, ::1] image, int limit")
def threshold(out, image, limit):
    for i in prange(image.shape[0]):
        for j in range(image.shape[1]):
            out[i, j] = 255 if image[i, j] > limit else 0


@kernel("double[:, ::1] distances, double[:, ::1] points")
def pairwise(distances, points):
    for i in prange(points.shape[0]):
        for j in range(points.shape[0]):
            total = 0.0
            for k in range(points.shape[1]):
                difference = points[i, k] - points[j, k]
                total = total + difference * difference
            distances[i, j] = sqrt(total)


@kernel("double[::1] a, double[::1] b")
def jacobi_1d(a, b):
    for i in prange(1, a.shape[0] - 1):
        b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1])
    for i in prange(1, a.shape[0] - 1):
        a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1])


@kernel("double[:, ::1] a, double[:, ::1] b")
def jacobi_2d(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, j + 1] + b[i + 1, j] + b[i - 1, j])


@kernel("float[:, ::1] a, float[:, ::1] b, float fifth")
def jacobi_float(a, b, fifth):
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = fifth * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])


@kernel("double[:, :] a, double[:, :] b")
def jacobi_strided(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])


@kernel("double[:, :, ::1] a, double[:, :, ::1] b")
def heat_3d(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            for k in range(1, a.shape[2] - 1):
                b[i, j, k] = (
                    0.125 * (a[i + 1, j, k] - 2.0 * a[i, j, k] + a[i - 1, j, k])
                    + 0.125 * (a[i, j + 1, k] - 2.0 * a[i, j, k] + a[i, j - 1, k])
                    + 0.125 * (a[i, j, k + 1] - 2.0 * a[i, j, k] + a[i, j, k - 1])
                    + a[i, j, k]
                )


@kernel("double[:, ::1] a")
def seidel_2d(a):
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            a[i, j] = (
                a[i - 1, j - 1] + a[i - 1, j] + a[i - 1, j + 1] + a[i, j - 1] + a[i, j] + a[i, j + 1]
                + a[i + 1, j - 1] + a[i + 1, j] + a[i + 1, j + 1]
            ) / 9.0


@kernel("double[:, ::1] ex, double[:, ::1] ey, double[:, ::1] hz, double source")
def fdtd_2d(ex, ey, hz, source):
    for j in prange(ey.shape[1]):
        ey[0, j] = source
    for i in prange(1, ey.shape[0]):
        for j in range(ey.shape[1]):
            ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j])
    for i in prange(ex.shape[0]):
        for j in range(1, ex.shape[1]):
            ex[i, j] = ex[i, j] - 0.5 * (hz[i, j] - hz[i, j - 1])
    for i in prange(hz.shape[0] - 1):
        for j in range(hz.shape[1] - 1):
            hz[i, j] = hz[i, j] - 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


@kernel("double[:, ::1] c, double[:, ::1] a, double[:, ::1] b, double alpha, double beta")
def gemm(c, a, b, alpha, beta):
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] = c[i, j] * beta
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] = c[i, j] + alpha * a[i, k] * b[k, j]


@kernel("double[:, ::1] a, double[::1] x, double[::1] between, double[::1] out")
def atax(a, x, between, out):
    for i in prange(a.shape[0]):
        total = 0.0
        for j in range(a.shape[1]):
            total = total + a[i, j] * x[j]
        between[i] = total
    for j in range(a.shape[1]):
        out[j] = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[j] += a[i, j] * between[i]


@kernel("double[::1] x1, double[::1] y1, double[::1] x2, double[::1] y2, double[:, ::1] a")
def mvt(x1, y1, x2, y2, a):
    for i in prange(x1.shape[0]):
        total = x1[i]
        for j in range(a.shape[1]):
            total = total + a[i, j] * y1[j]
        x1[i] = total
    for i in prange(x2.shape[0]):
        total = x2[i]
        for j in range(a.shape[0]):
            total = total + a[j, i] * y2[j]
        x2[i] = total


@kernel("double[:, ::1] a, double[:, ::1] b, double[::1] x, double[::1] y, double alpha, double beta")
def gesummv(a, b, x, y, alpha, beta):
    for i in prange(a.shape[0]):
        first = 0.0
        second = 0.0
        for j in range(a.shape[1]):
            first = first + a[i, j] * x[j]
            second = second + b[i, j] * x[j]
        y[i] = alpha * first + beta * second


@kernel("double[:, :, ::1] a, double[:, ::1] c, double[:, :, ::1] out")
def doitgen(a, c, out):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            for k in range(c.shape[1]):
                total = 0.0
                for s in range(a.shape[2]):
                    total = total + a[i, j, s] * c[s, k]
                out[i, j, k] = total


@kernel("double[:, ::1] data, double[::1] mean, double[:, ::1] out")
def covariance(data, mean, out):
    for j in prange(data.shape[1]):
        total = 0.0
        for i in range(data.shape[0]):
            total = total + data[i, j]
        mean[j] = total / data.shape[0]
    for i in prange(data.shape[1]):
        for j in range(data.shape[1]):
            total = 0.0
            for k in range(data.shape[0]):
                total = total + (data[k, i] - mean[i]) * (data[k, j] - mean[j])
            out[i, j] = total / data.shape[0]


@kernel("double[:, ::1] force, double[:, ::1] position, double[::1] mass")
def nbody(force, position, mass):
    for i in prange(mass.shape[0]):
        fx = 0.0
        fy = 0.0
        fz = 0.0
        for j in range(mass.shape[0]):
            x = position[j, 0] - position[i, 0]
            y = position[j, 1] - position[i, 1]
            z = position[j, 2] - position[i, 2]
            squared = x * x + y * y + z * z + 1e-9
            weight = mass[j] / (squared * sqrt(squared))
            fx = fx + weight * x
            fy = fy + weight * y
            fz = fz + weight * z
        force[i, 0] = fx
        force[i, 1] = fy
        force[i, 2] = fz


@kernel("int[:, ::1] counts, int limit", n="int")
def mandelbrot(counts, limit):
    for i in prange(counts.shape[0]):
        for j in range(counts.shape[1]):
            x0 = -2.0 + 3.0 * j / counts.shape[1]
            y0 = -1.5 + 3.0 * i / counts.shape[0]
            x = 0.0
            y = 0.0
            n = 0
            while x * x + y * y <= 4.0 and n < limit:
                swap = x * x - y * y + x0
                y = 2.0 * x * y + y0
                x = swap
                n = n + 1
            counts[i, j] = n


@kernel("double[::1] y, double[::1] values, int[::1] columns, int[::1] starts, double[::1] x")
def spmv(y, values, columns, starts, x):
    for i in prange(y.shape[0]):
        total = 0.0
        for k in range(starts[i], starts[i + 1]):
            total = total + values[k] * x[columns[k]]
        y[i] = total


@kernel("double[::1] call, double[::1] put, double[::1] price, double[::1] strike, double[::1] years, double rate, double volatility")
def black_scholes(call, put, price, strike, years, rate, volatility):
    for i in prange(price.shape[0]):
        root = volatility * sqrt(years[i])
        d1 = (log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root
        d2 = d1 - root
        n1 = 0.5 * (1.0 + erf(d1 * 0.7071067811865476))
        n2 = 0.5 * (1.0 + erf(d2 * 0.7071067811865476))
        discounted = strike[i] * exp(-rate * years[i])
        call[i] = price[i] * n1 - discounted * n2
        put[i] = discounted * (1.0 - n2) - price[i] * (1.0 - n1)


@kernel("int[::1] counts, double[::1] x", bin="int")
def histogram(counts, x):
    for i in range(x.shape[0]):
        bin = int(x[i] * counts.shape[0])
        counts[bin] += 1


@kernel("double[::1] sums, double[::1] counts, double[::1] radius, double[::1] data", bin="int")
def azimint(sums, counts, radius, data):
    for i in range(sums.shape[0]):
        sums[i] = 0.0
        counts[i] = 0.0
    for i in range(data.shape[0]):
        bin = int(radius[i] * sums.shape[0])
        sums[bin] += data[i]
        counts[bin] += 1.0
    for i in range(sums.shape[0]):
        if counts[i] > 0.0:
            sums[i] = sums[i] / counts[i]


@kernel("double[:, ::1] distance")
def floyd_warshall(distance):
    for k in range(distance.shape[0]):
        for i in prange(distance.shape[0]):
            for j in range(distance.shape[0]):
                through = distance[i, k] + distance[k, j]
                if through < distance[i, j]:
                    distance[i, j] = through


@kernel("int[::1] inside, double[:, ::1] points, double[:, ::1] corners", crossings="int", last="Py_ssize_t")
def inside_polygon(inside, points, corners):
    for i in prange(points.shape[0]):
        x = points[i, 0]
        y = points[i, 1]
        crossings = 0
        last = corners.shape[0] - 1
        for j in range(corners.shape[0]):
            if (corners[j, 1] > y) != (corners[last, 1] > y):
                slope = (corners[last, 0] - corners[j, 0]) / (corners[last, 1] - corners[j, 1])
                if x < slope * (y - corners[j, 1]) + corners[j, 0]:
                    crossings = crossings + 1
            last = j
        inside[i] = crossings % 2


@kernel("int[::1] labels, double[:, ::1] points, double[:, ::1] centres", label="int")
def nearest(labels, points, centres):
    for i in prange(points.shape[0]):
        best = 1e300
        label = 0
        for c in range(centres.shape[0]):
            total = 0.0
            for j in range(points.shape[1]):
                difference = points[i, j] - centres[c, j]
                total = total + difference * difference
            if total < best:
                best = total
                label = int(c)
        labels[i] = label


@kernel("double[:, ::1] out, double[:, ::1] image, double[:, ::1] weights")
def conv2d(out, image, weights):
    for i in prange(out.shape[0]):
        for j in range(out.shape[1]):
            total = 0.0
            for k in range(weights.shape[0]):
                for l in range(weights.shape[1]):
                    total = total + weights[k, l] * image[i + k, j + l]
            out[i, j] = total


@kernel("double[:, ::1] out, double[:, ::1] image, double near, double alike")
def bilateral(out, image, near, alike):
    for i in prange(2, image.shape[0] - 2):
        for j in range(2, image.shape[1] - 2):
            total = 0.0
            weights = 0.0
            for k in range(-2, 3):
                for l in range(-2, 3):
                    difference = image[i + k, j + l] - image[i, j]
                    weight = exp(-(k * k + l * l) * near - difference * difference * alike)
                    total = total + weight * image[i + k, j + l]
                    weights = weights + weight
            out[i, j] = total / weights


@kernel("double[:, :, ::1] out, double[:, :, ::1] image, double[:, :, ::1] coefficient")
def hdiff(out, image, coefficient):
    for i in prange(out.shape[0]):
        for j in range(out.shape[1]):
            for k in range(out.shape[2]):
                here = 4.0 * image[i + 1, j + 1, k] - (
                    image[i + 2, j + 1, k] + image[i, j + 1, k] + image[i + 1, j + 2, k] + image[i + 1, j, k]
                )
                flux = here * (image[i + 2, j + 1, k] - image[i, j + 1, k])
                if flux > 0.0:
                    flux = 0.0
                out[i, j, k] = image[i + 1, j + 1, k] - coefficient[i, j, k] * flux


@kernel("double[:, ::1] x, double[:, ::1] right, double[:, ::1] lower, double[:, ::1] upper, double[:, ::1] work")
def vadv(x, right, lower, upper, work):
    """Solves a tridiagonal system in each row."""
    for i in prange(x.shape[0]):
        work[i, 0] = upper[i, 0] * 0.25
        x[i, 0] = right[i, 0] * 0.25
        for k in range(1, x.shape[1]):
            factor = 1.0 / (4.0 - lower[i, k] * work[i, k - 1])
            work[i, k] = upper[i, k] * factor
            x[i, k] = (right[i, k] - lower[i, k] * x[i, k - 1]) * factor
        for k in range(x.shape[1] - 2, -1, -1):
            x[i, k] = x[i, k] - work[i, k] * x[i, k + 1]


@kernel("int[:, ::1] table, int[::1] sequence", best="int", here="int")
def nussinov(table, sequence):
    for i in range(sequence.shape[0] - 1, -1, -1):
        for j in range(i + 1, sequence.shape[0]):
            best = table[i, j - 1]
            if table[i + 1, j] > best:
                best = table[i + 1, j]
            here = table[i + 1, j - 1]
            if i < j - 1 and sequence[i] + sequence[j] == 3:
                here = here + 1
            if here > best:
                best = here
            for k in range(i + 1, j):
                here = table[i, k] + table[k + 1, j]
                if here > best:
                    best = here
            table[i, j] = best


@kernel("double[::1] out, double[::1] x, double low, double high")
def clip(out, x, low, high):
    for i in prange(x.shape[0]):
        if x[i] < low:
            out[i] = low
        elif x[i] > high:
            out[i] = high
        else:
            out[i] = x[i]


@kernel("double[::1] out, double[::1] near, double[::1] red")
def quotients(out, near, red):
    """The normalised difference of two bands of an image."""
    for i in prange(out.shape[0]):
        out[i] = (near[i] - red[i]) / (near[i] + red[i])


@kernel("double[:, ::1] out, double[:, ::1] x")
def softmax(out, x):
    for i in prange(x.shape[0]):
        largest = x[i, 0]
        for j in range(1, x.shape[1]):
            if x[i, j] > largest:
                largest = x[i, j]
        total = 0.0
        for j in range(x.shape[1]):
            out[i, j] = exp(x[i, j] - largest)
            total = total + out[i, j]
        for j in range(x.shape[1]):
            out[i, j] = out[i, j] / total


@kernel("double[::1] x", at="Py_ssize_t")
def largest_at(x):
    best = x[0]
    at = 0
    for i in range(1, x.shape[0]):
        if x[i] > best:
            best = x[i]
            at = i
    return at


@kernel("int[::1] x, int value", at="Py_ssize_t")
def place_of(x, value):
    at = -1
    for i in range(x.shape[0]):
        if x[i] == value:
            at = i
            break
    return at


@kernel("int[::1] places, double[::1] edges, double[::1] x", low="Py_ssize_t", high="Py_ssize_t", middle="Py_ssize_t")
def bisect(places, edges, x):
    for i in prange(x.shape[0]):
        low = 0
        high = edges.shape[0]
        while low < high:
            middle = (low + high) // 2
            if edges[middle] < x[i]:
                low = middle + 1
            else:
                high = middle
        places[i] = low


@kernel("int[:, ::1] table, int[::1] one, int[::1] other", best="int")
def levenshtein(table, one, other):
    for i in range(one.shape[0] + 1):
        table[i, 0] = i
    for j in range(other.shape[0] + 1):
        table[0, j] = j
    for i in range(one.shape[0]):
        for j in range(other.shape[0]):
            best = table[i, j]
            if one[i] != other[j]:
                best = best + 1
            if table[i, j + 1] + 1 < best:
                best = table[i, j + 1] + 1
            if table[i + 1, j] + 1 < best:
                best = table[i + 1, j] + 1
            table[i + 1, j + 1] = best


@kernel("double[:, ::1] out, double[:, ::1] a")
def elimination(out, a):
    """The factors L and U of a matrix, without pivots."""
    for i in range(a.shape[0]):
        for j in range(a.shape[0]):
            out[i, j] = a[i, j]
    for k in range(a.shape[0]):
        for i in prange(k + 1, a.shape[0]):
            out[i, k] = out[i, k] / out[k, k]
            for j in range(k + 1, a.shape[0]):
                out[i, j] = out[i, j] - out[i, k] * out[k, j]
