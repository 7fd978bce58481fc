# cython: language_level=3  # of the language #~ ERROR OFC0701
