include "loop.pxi"  #~ ERROR OFC0801
