import numpy as np
import pytest

from {{package}} import axpy


@pytest.mark.parametrize("size", [0, 1, 1000])
def test_axpy(size):
    x = np.arange(size, dtype=float)
    y = np.ones(size)
    axpy(2.0, x, y)
    np.testing.assert_array_equal(y, 1.0 + 2.0 * x)


def test_axpy_refuses_other_lengths():
    with pytest.raises(ValueError, match="x has 2 elements, y has 3"):
        axpy(1.0, np.zeros(2), np.zeros(3))
