import numpy as np
from attempts import attempt


def star(edges, size, dtype=np.float32):
    """The corners of a star, in rows of (y, x)."""
    angle = np.linspace(0, 2 * np.pi, edges, endpoint=False)
    radius = np.where(np.arange(edges) % 2, 0.2, 0.45) * size
    return np.stack([size / 2 + radius * np.sin(angle), size / 2 + radius * np.cos(angle)], axis=1).astype(dtype)


def cases(module):
    vertices = star(24, 64)
    frozen = star(6, 20)
    frozen.flags.writeable = False
    for name in ["make_mask_host", "make_mask_device"]:
        function = getattr(module, name)
        yield f"{name} 64", function(vertices, 64, 64)
        yield f"{name} oblong", function(vertices, 17, 70)
        yield f"{name} empty", function(vertices, 0, 5)
        yield f"{name} read-only", function(frozen, width=20, height=20)
        yield f"{name} None", attempt(function, None, 3, 3)
        yield f"{name} doubles", attempt(function, star(24, 64, np.float64), 3, 3)
        yield f"{name} negative", attempt(function, vertices, -1, 3)
        yield f"{name} large", attempt(function, vertices, 2**40, 3)
        yield f"{name} float", attempt(function, vertices, 2.5, 3)
        yield f"{name} string", attempt(function, vertices, "2", 3)
        yield f"{name} missing", attempt(function, vertices, 3)


def traced(module):
    module.make_mask_device(star(24, 64), 64, 48)


BYTES = {"make_mask_device": {"vertices": (24 * 2 * 4, 0), "mask": (0, 64 * 48)}}
