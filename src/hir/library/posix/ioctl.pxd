# What offcy knows about <sys/ioctl.h>.

cdef extern from "<sys/ioctl.h>" nogil:
    const int FIONBIO
    int ioctl(int file, unsigned long request, ...)
