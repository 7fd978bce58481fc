"""A plugin for pytest: rain for pysteps' tests, whose own data are elsewhere."""

import numpy as np
import pysteps.tests.helpers
from scipy.ndimage import gaussian_filter


def fields(**_options):
    noise = gaussian_filter(np.random.default_rng(1).standard_normal((200, 200)), 8)
    rain = 30 * noise / noise.max()
    return np.ma.masked_invalid(np.where(rain > 0, rain - 5, -15.0))


pysteps.tests.helpers.get_precipitation_fields = fields
