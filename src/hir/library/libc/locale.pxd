# What offcy knows about <locale.h>.

cdef extern from "<locale.h>" nogil:
    cdef struct lconv:
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
        char int_frac_digits, frac_digits
        char p_cs_precedes, n_cs_precedes, p_sep_by_space, n_sep_by_space, p_sign_posn, n_sign_posn
        char int_p_cs_precedes, int_n_cs_precedes, int_p_sep_by_space, int_n_sep_by_space
        char int_p_sign_posn, int_n_sign_posn

    const int LC_ALL, LC_COLLATE, LC_CTYPE, LC_MONETARY, LC_NUMERIC, LC_TIME
    char *setlocale(int category, const char *locale)
    lconv *localeconv()

    # An older name, the same as that of `libc.string`.
    ctypedef const char const_char "const char"
