# What offcy knows about <strings.h>.

cdef extern from "<strings.h>" nogil:
    int bcmp(const void *left, const void *right, size_t size)
    void bcopy(const void *from_, void *to, size_t size)
    void bzero(void *block, size_t size)
    int ffs(int x)
    int strcasecmp(const char *left, const char *right)
    int strncasecmp(const char *left, const char *right, size_t size)
    char *index(const char *text, int character), *rindex(const char *text, int character)
