# What offcy knows about <locale.h>.

cdef extern from "<locale.h>" nogil:
    ctypedef struct lconv_ "struct lconv":
        char *decimal_point
        char *thousands_sep
        char *grouping
        char *int_curr_symbol
        char *currency_symbol
        char *mon_decimal_point
        char *mon_thousands_sep
        char *mon_grouping
        char *positive_sign
        char *negative_sign
        char int_frac_digits
        char frac_digits

    const int LC_ALL, LC_COLLATE, LC_CTYPE, LC_MONETARY, LC_NUMERIC, LC_TIME
    char *setlocale(int category, const char *locale)
    lconv_ *localeconv()
