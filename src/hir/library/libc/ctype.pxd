# What offcy knows about <ctype.h>.

cdef extern from "<ctype.h>" nogil:
    int isalnum(int c), isalpha(int c), isblank(int c), iscntrl(int c), isdigit(int c), isgraph(int c)
    int islower(int c), isprint(int c), ispunct(int c), isspace(int c), isupper(int c), isxdigit(int c)
    int tolower(int c), toupper(int c)
