# What offcy knows about <stdlib.h>.

cimport cython, offcy

cdef extern from "<stdlib.h>" nogil:
    ctypedef struct div_t:
        int quot
        int rem
    ctypedef struct ldiv_t:
        long quot
        long rem
    ctypedef struct lldiv_t:
        long long quot
        long long rem

    const int EXIT_SUCCESS, EXIT_FAILURE, RAND_MAX

    @cython.device
    void *malloc(size_t size)
    @cython.device
    void *calloc(size_t count, size_t size)
    void *realloc(void *block, size_t size)
    @cython.device
    void free(void *block)

    @cython.device
    @offcy.pure
    int abs(int x)
    @cython.device
    @offcy.pure
    long labs(long x)
    @cython.device
    @offcy.pure
    long long llabs(long long x)
    div_t div(int x, int y)
    ldiv_t ldiv(long x, long y)

    int atoi(const char *text)
    long atol(const char *text)
    double atof(const char *text)
    double strtod(const char *text, char **end)
    float strtof(const char *text, char **end)
    long strtol(const char *text, char **end, int base)
    unsigned long strtoul(const char *text, char **end, int base)

    @cython.device
    void qsort(void *base, size_t count, size_t size,
               int (*compare)(const void *, const void *) noexcept nogil)
    void *bsearch(const void *key, const void *base, size_t count, size_t size,
                  int (*compare)(const void *, const void *) noexcept nogil)
    int atexit(void (*function)() noexcept nogil)
    int system(const char *command)
    long long atoll(const char *text)
    long long strtoll(const char *text, char **end, int base)
    unsigned long long strtoull(const char *text, char **end, int base)
    int rand()
    void srand(unsigned int seed)
    void abort()
    void exit(int status)
    char *getenv(const char *name)
    long double strtold(const char *text, char **end)
    lldiv_t lldiv(long long x, long long y)

    # Older names, the same as those of `libc.string`.
    ctypedef const char const_char "const char"
    ctypedef const void const_void "const void"

cdef extern from "<unistd.h>" nogil:
    void _exit(int status)
