import numpy as np
from attempts import attempt


def cases(module):
    from other import metrics

    x, y = np.arange(4.0), np.arange(4.0)[::-1].copy()
    for label, metric in [("metric", metrics.Metric(0.5)), ("bent", metrics.Bent(2.0, 3.0)), ("described", metrics.Described())]:
        yield f"distance {label}", attempt(module.distance, metric, x, y, 4)
        yield f"nothing {label}", attempt(module.distance, metric, x, y, 0)
        for team in (True, False):  # whose threads begin with that
            bad = (59, 31, 0, -1)
            yield f"in threads {label} {team}", [attempt(module.in_threads, metric, x, one, team) for one in bad]
        yield f"noted {label}", attempt(module.noted, metric, "this")
        yield f"described {label}", attempt(module.described, metric, 3)
        yield f"paired {label}", attempt(module.paired, metric, 11)
        out = np.zeros((5, 5))
        module.all_distances(metric, np.arange(10.0).reshape(5, 2), out)
        yield f"all {label}", out.tolist()
        yield f"held {label}", attempt(module.Holder(metric).compare, x, y)
    yield "other class", attempt(module.bent, metrics.Metric(), 2.0)
    yield "bent", [attempt(module.bent, metrics.Bent(1.5, 2.0), value) for value in (3.0, 101.0)]
    yield "bends", attempt(module.Holder(None, metrics.Bent()).bends, 4.0)
    own = module.own(2.5)
    yield "own", [own.both(x, y), attempt(module.distance, own, x, y, 4), own.describe(1)]
