# What offcy knows about <string.h>.

cimport cython

cdef extern from "<string.h>" nogil:
    @cython.device
    void *memcpy(void *pto, const void *pfrom, size_t size), *memmove(void *pto, const void *pfrom, size_t size)
    @cython.device
    void *memset(void *to, int byte, size_t size)
    int memcmp(const void *left, const void *right, size_t size)
    void *memchr(const void *block, int byte, size_t size)

    size_t strlen(const char *text)
    int strcmp(const char *left, const char *right)
    int strncmp(const char *left, const char *right, size_t size)
    char *strcpy(char *to, const char *from_)
    char *strncpy(char *to, const char *from_, size_t size)
    char *strcat(char *to, const char *from_)
    char *strncat(char *to, const char *from_, size_t size)
    char *strchr(const char *text, int character)
    char *strrchr(const char *text, int character)
    char *strstr(const char *haystack, const char *needle)
    char *strdup(const char *text)
    char *strerror(int number)
    int strcoll(const char *left, const char *right)
    size_t strxfrm(char *to, const char *from_, size_t size)
    size_t strspn(const char *text, const char *characters), strcspn(const char *text, const char *characters)
    char *strpbrk(const char *text, const char *characters)
    char *strtok(char *text, const char *delimiters)
    size_t strnlen(const char *text, size_t most)

    # Older names.
    ctypedef const char const_char "const char"
    ctypedef const unsigned char const_uchar "const unsigned char"
    ctypedef const void const_void "const void"
    ctypedef const signed char const_schar "const signed char"

    # GNU's and BSD's, in CPython's mode of the C library.
    void *memrchr(const void *block, int byte, size_t size)
    char *strndup(const char *text, size_t most)
    int strcasecmp(const char *left, const char *right)
    int strncasecmp(const char *left, const char *right, size_t size)
    char *strcasestr(const char *haystack, const char *needle)
    char *strsep(char **text, const char *delimiters)
