"""The kernels that array packages express well: NumPy and numexpr change their arguments, JAX gives new arrays.

A kernel that is missing here has no such form: it goes through elements in an order, or makes arrays that are larger than its own.
"""

import numpy as np


class NumPy:
    def triad(a, b, c, s):
        np.multiply(c, s, out=a)
        a += b

    triad_float = triad_strided = triad

    def axpy(y, x, s):
        y += s * x

    def dot(x, y):
        return x @ y

    def sum_float(x):
        return x.sum()

    def sum_int(x):
        return x.sum()

    def threshold(out, image, limit):
        out[:] = np.where(image > limit, 255, 0)

    def pairwise(distances, points):
        np.sqrt(((points[:, None] - points[None]) ** 2).sum(2), out=distances)

    def jacobi_1d(a, b):
        b[1:-1] = 0.33333 * (a[:-2] + a[1:-1] + a[2:])
        a[1:-1] = 0.33333 * (b[:-2] + b[1:-1] + b[2:])

    def cross(a):
        return a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1]

    def jacobi_2d(a, b):
        b[1:-1, 1:-1] = 0.2 * NumPy.cross(a)
        a[1:-1, 1:-1] = 0.2 * NumPy.cross(b)

    def jacobi_float(a, b, fifth):
        b[1:-1, 1:-1] = np.float32(fifth) * NumPy.cross(a)

    def jacobi_strided(a, b):
        b[1:-1, 1:-1] = 0.2 * NumPy.cross(a)

    def heat_3d(a, b):
        here = a[1:-1, 1:-1, 1:-1]
        b[1:-1, 1:-1, 1:-1] = (
            0.125 * (a[2:, 1:-1, 1:-1] - 2.0 * here + a[:-2, 1:-1, 1:-1])
            + 0.125 * (a[1:-1, 2:, 1:-1] - 2.0 * here + a[1:-1, :-2, 1:-1])
            + 0.125 * (a[1:-1, 1:-1, 2:] - 2.0 * here + a[1:-1, 1:-1, :-2])
            + here
        )

    def fdtd_2d(ex, ey, hz, source):
        ey[0] = source
        ey[1:] -= 0.5 * (hz[1:] - hz[:-1])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])

    def gemm(c, a, b, alpha, beta):
        c *= beta
        c += alpha * (a @ b)

    def atax(a, x, between, out):
        between[:] = a @ x
        out[:] = between @ a

    def mvt(x1, y1, x2, y2, a):
        x1 += a @ y1
        x2 += y2 @ a

    def gesummv(a, b, x, y, alpha, beta):
        y[:] = alpha * (a @ x) + beta * (b @ x)

    def doitgen(a, c, out):
        np.matmul(a, c, out=out)

    def covariance(data, mean, out):
        mean[:] = data.mean(0)
        centred = data - mean
        out[:] = centred.T @ centred / data.shape[0]

    def histogram(counts, x):
        counts += np.bincount((x * len(counts)).astype(int), minlength=len(counts)).astype(np.int32)

    def azimint(sums, counts, radius, data):
        bins = (radius * len(sums)).astype(int)
        counts[:] = np.bincount(bins, minlength=len(sums))
        sums[:] = np.bincount(bins, weights=data, minlength=len(sums)) / np.maximum(counts, 1)

    def floyd_warshall(distance):
        for k in range(len(distance)):
            np.minimum(distance, distance[:, k : k + 1] + distance[k], out=distance)

    def nearest(labels, points, centres):
        labels[:] = ((points[:, None] - centres[None]) ** 2).sum(2).argmin(1)

    def conv2d(out, image, weights):
        out[:] = 0
        for k in range(weights.shape[0]):
            for l in range(weights.shape[1]):
                out += weights[k, l] * image[k : k + out.shape[0], l : l + out.shape[1]]

    def hdiff(out, image, coefficient):
        inner = image[1:-1, 1:-1]
        here = 4.0 * inner - (image[2:, 1:-1] + image[:-2, 1:-1] + image[1:-1, 2:] + image[1:-1, :-2])
        flux = np.minimum(here * (image[2:, 1:-1] - image[:-2, 1:-1]), 0)
        out[:] = inner - coefficient * flux

    def clip(out, x, low, high):
        np.clip(x, low, high, out=out)

    def quotients(out, near, red):
        np.divide(near - red, near + red, out=out)

    def softmax(out, x):
        np.exp(x - x.max(1, keepdims=True), out=out)
        out /= out.sum(1, keepdims=True)

    def largest_at(x):
        return x.argmax()

    def place_of(x, value):
        return (x == value).argmax()

    def bisect(places, edges, x):
        places[:] = np.searchsorted(edges, x)

    def elimination(out, a):
        out[:] = a
        for k in range(len(a)):
            out[k + 1 :, k] /= out[k, k]
            out[k + 1 :, k + 1 :] -= out[k + 1 :, k : k + 1] * out[k, k + 1 :]


def numexpr_kernels():
    import numexpr

    class Numexpr:
        def triad(a, b, c, s):
            numexpr.evaluate("b + s * c", out=a)

        triad_strided = triad

        def axpy(y, x, s):
            numexpr.evaluate("y + s * x", out=y)

        def threshold(out, image, limit):
            out[:] = numexpr.evaluate("where(image > limit, 255, 0)")

        def clip(out, x, low, high):
            numexpr.evaluate("where(x < low, low, where(x > high, high, x))", out=out)

        def quotients(out, near, red):
            numexpr.evaluate("(near - red) / (near + red)", out=out)

    return Numexpr


# Of each of JAX's kernels: which arguments the arrays stand for that it gives.
RESULTS = {
    "triad": [0], "triad_float": [0], "triad_strided": [0], "axpy": [0], "threshold": [0], "pairwise": [0], "jacobi_1d": [0, 1],
    "jacobi_2d": [0, 1], "jacobi_float": [1], "heat_3d": [1], "gemm": [0], "atax": [2, 3], "mvt": [0, 2], "gesummv": [3],
    "doitgen": [2], "covariance": [1, 2], "black_scholes": [0, 1], "nearest": [0], "nbody": [0], "conv2d": [0], "hdiff": [0],
    "clip": [0], "quotients": [0], "softmax": [0], "bisect": [0],
}


def jax_kernels():
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    from jax.scipy.special import erf

    class Jax:
        def triad(a, b, c, s):
            return [b + s * c]

        triad_strided = triad

        def triad_float(a, b, c, s):
            return [b + jnp.float32(s) * c]

        def axpy(y, x, s):
            return [y + s * x]

        def dot(x, y):
            return (x * y).sum()

        def sum_float(x):
            return x.sum()

        def sum_int(x):
            return x.sum()

        def threshold(out, image, limit):
            return [jnp.where(image > limit, jnp.uint8(255), jnp.uint8(0))]

        def pairwise(distances, points):
            return [jnp.sqrt(((points[:, None] - points[None]) ** 2).sum(2))]

        def jacobi_1d(a, b):
            b = b.at[1:-1].set(0.33333 * (a[:-2] + a[1:-1] + a[2:]))
            return [a.at[1:-1].set(0.33333 * (b[:-2] + b[1:-1] + b[2:])), b]

        def jacobi_2d(a, b):
            b = b.at[1:-1, 1:-1].set(0.2 * NumPy.cross(a))
            return [a.at[1:-1, 1:-1].set(0.2 * NumPy.cross(b)), b]

        def jacobi_float(a, b, fifth):
            return [b.at[1:-1, 1:-1].set(jnp.float32(fifth) * NumPy.cross(a))]

        def heat_3d(a, b):
            here = a[1:-1, 1:-1, 1:-1]
            return [b.at[1:-1, 1:-1, 1:-1].set(
                0.125 * (a[2:, 1:-1, 1:-1] - 2.0 * here + a[:-2, 1:-1, 1:-1])
                + 0.125 * (a[1:-1, 2:, 1:-1] - 2.0 * here + a[1:-1, :-2, 1:-1])
                + 0.125 * (a[1:-1, 1:-1, 2:] - 2.0 * here + a[1:-1, 1:-1, :-2])
                + here
            )]

        def gemm(c, a, b, alpha, beta):
            return [beta * c + alpha * (a @ b)]

        def atax(a, x, between, out):
            between = a @ x
            return [between, between @ a]

        def mvt(x1, y1, x2, y2, a):
            return [x1 + a @ y1, x2 + y2 @ a]

        def gesummv(a, b, x, y, alpha, beta):
            return [alpha * (a @ x) + beta * (b @ x)]

        def doitgen(a, c, out):
            return [a @ c]

        def covariance(data, mean, out):
            mean = data.mean(0)
            centred = data - mean
            return [mean, centred.T @ centred / data.shape[0]]

        def black_scholes(call, put, price, strike, years, rate, volatility):
            root = volatility * jnp.sqrt(years)
            d1 = (jnp.log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / root
            n1, n2 = (0.5 * (1.0 + erf(d * 0.7071067811865476)) for d in (d1, d1 - root))
            discounted = strike * jnp.exp(-rate * years)
            return [price * n1 - discounted * n2, discounted * (1.0 - n2) - price * (1.0 - n1)]

        def nearest(labels, points, centres):
            return [((points[:, None] - centres[None]) ** 2).sum(2).argmin(1).astype(jnp.int32)]

        def nbody(force, position, mass):
            apart = position[None] - position[:, None]
            squared = (apart ** 2).sum(2) + 1e-9
            return [((mass / (squared * jnp.sqrt(squared)))[:, :, None] * apart).sum(1)]

        def conv2d(out, image, weights):
            rows, columns = out.shape
            return [sum(weights[k, l] * image[k : k + rows, l : l + columns] for k in range(3) for l in range(3))]

        def hdiff(out, image, coefficient):
            inner = image[1:-1, 1:-1]
            here = 4.0 * inner - (image[2:, 1:-1] + image[:-2, 1:-1] + image[1:-1, 2:] + image[1:-1, :-2])
            flux = jnp.minimum(here * (image[2:, 1:-1] - image[:-2, 1:-1]), 0)
            return [inner - coefficient * flux]

        def clip(out, x, low, high):
            return [jnp.clip(x, low, high)]

        def quotients(out, near, red):
            return [(near - red) / (near + red)]

        def softmax(out, x):
            return [jax.nn.softmax(x, 1)]

        def largest_at(x):
            return x.argmax()

        def place_of(x, value):
            return (x == value).argmax()

        def bisect(places, edges, x):
            return [jnp.searchsorted(edges, x).astype(jnp.int32)]

    made = {name: jax.jit(function) for name, function in vars(Jax).items() if not name.startswith("_")}
    return made, lambda values: [jnp.asarray(value) if isinstance(value, np.ndarray) else value for value in values]
