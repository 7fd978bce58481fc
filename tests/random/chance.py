"""Random numbers that are the same everywhere for the same seed (SplitMix64)."""

MASK = (1 << 64) - 1


class Chance:
    def __init__(self, *seeds):
        self.state = 0x5851F42D
        for seed in seeds:
            self.state = (self.state ^ seed * 0x9E3779B97F4A7C15) & MASK
            self.next()

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, limit):
        return self.next() % limit

    def percent(self, percent):
        return self.below(100) < percent

    def pick(self, things):
        return things[self.below(len(things))]

    def weighted(self, choices):
        """One of (weight, thing) pairs."""
        at = self.below(sum(weight for weight, _ in choices))
        for weight, thing in choices:
            if at < weight:
                return thing
            at -= weight

    def some(self, things, percent):
        return [thing for thing in things if self.percent(percent)]

    def shuffled(self, things):
        things = list(things)
        for k in range(len(things) - 1, 0, -1):
            other = self.below(k + 1)
            things[k], things[other] = things[other], things[k]
        return things
