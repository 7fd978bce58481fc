# Instances of the classes of Python 2: Python 3 has none.
