"""A class that another typed module inherits from."""


class Edge:
    def at(self, i, far=True):
        return i + far

    def edge(self, i, by=2.5):
        return int(i * by)

    def twice(self, i):
        return self.at(i), self.at(i, False)
