# What offcy knows about <stdio.h>.

cimport cython

cdef extern from "<stdio.h>" nogil:
    ctypedef struct FILE:
        pass

    FILE *stdin
    FILE *stdout
    FILE *stderr
    ctypedef struct fpos_t:
        pass
    ctypedef const fpos_t const_fpos_t "const fpos_t"

    const int EOF, SEEK_SET, SEEK_CUR, SEEK_END, BUFSIZ, FOPEN_MAX, FILENAME_MAX, _IOFBF, _IOLBF, _IONBF

    @cython.device
    int printf(const char *format, ...)
    int scanf(const char *format, ...)
    int sscanf(const char *text, const char *format, ...)
    int fscanf(FILE *stream, const char *format, ...)
    int putc(int character, FILE *stream)
    int getc(FILE *stream)
    int getchar()
    int ungetc(int character, FILE *stream)
    void setbuf(FILE *stream, char *buffer)
    void clearerr(FILE *stream)
    int rename(const char *from_, const char *to)
    FILE *tmpfile()
    FILE *freopen(const char *path, const char *mode, FILE *stream)
    int fprintf(FILE *stream, const char *format, ...)
    int sprintf(char *to, const char *format, ...)
    int snprintf(char *to, size_t size, const char *format, ...)
    int puts(const char *text)
    int putchar(int character)
    int fputs(const char *text, FILE *stream)
    int fputc(int character, FILE *stream)
    int fgetc(FILE *stream)
    char *fgets(char *to, int size, FILE *stream)
    int fflush(FILE *stream)
    FILE *fopen(const char *path, const char *mode), *fdopen(int descriptor, const char *mode)
    int fclose(FILE *stream)
    int feof(FILE *stream)
    int ferror(FILE *stream)
    int fseek(FILE *stream, long offset, int origin)
    long ftell(FILE *stream)
    void rewind(FILE *stream)
    size_t fread(void *to, size_t size, size_t count, FILE *stream)
    size_t fwrite(const void *from_, size_t size, size_t count, FILE *stream)
    int remove(const char *path)
    void perror(const char *text)
    int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
    int fgetpos(FILE *stream, fpos_t *place), fsetpos(FILE *stream, const fpos_t *place)
    # POSIX' result has a sign: `posix.stdio` declares it so.
    size_t getline(char **line, size_t *size, FILE *stream)

    # Older names, the same as those of `libc.string`.
    ctypedef const char const_char "const char"
    ctypedef const void const_void "const void"
