"""What several threads share and only some runs need."""

import threading


class Once:
    """A value that is made when it is first asked for."""

    def __init__(self, make):
        self.make, self.lock, self.made = make, threading.Lock(), None

    def __call__(self):
        with self.lock:
            if self.made is None:
                self.made = self.make()
        return self.made
