# What offcy knows about POSIX's part of <stdio.h>.

from libc.stddef cimport wchar_t
from libc.stdio cimport FILE
from posix.types cimport off_t

cdef extern from "<stdio.h>" nogil:
    int fileno(FILE *stream)
    FILE *fdopen(int file, const char *mode)
    FILE *popen(const char *command, const char *mode)
    int pclose(FILE *stream)
    int fseeko(FILE *stream, off_t offset, int origin)
    off_t ftello(FILE *stream)
    FILE *fmemopen(void *block, size_t size, const char *mode)
    FILE *open_memstream(char **block, size_t *size)
    ssize_t getline(char **line, size_t *size, FILE *stream)
    ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *stream)
    void flockfile(FILE *stream), funlockfile(FILE *stream)
    int ftrylockfile(FILE *stream)
    int getc_unlocked(FILE *stream), getchar_unlocked()
    int putc_unlocked(int character, FILE *stream), putchar_unlocked(int character)

cdef extern from "<wchar.h>" nogil:
    FILE *open_wmemstream(wchar_t **block, size_t *size)
