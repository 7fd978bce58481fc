# What offcy knows about POSIX's part of <stdlib.h>.

cdef extern from "<stdlib.h>" nogil:
    int setenv(const char *name, const char *value, int overwrite), unsetenv(const char *name)
    int putenv(char *text)
    int posix_memalign(void **to, size_t alignment, size_t size)
    int mkstemp(char *template)
    char *mkdtemp(char *template)
    char *realpath(const char *path, char *to)
    int rand_r(unsigned int *seed)
    double drand48(), erand48(unsigned short *state)
    long lrand48(), nrand48(unsigned short *state), mrand48(), jrand48(unsigned short *state)
    void srand48(long seed)
    long random()
    void srandom(unsigned int seed)
