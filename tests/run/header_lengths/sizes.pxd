cdef extern from "lengths.h":
    enum: ROWS
    enum:
        COLUMNS
    const int FIELDS
    struct record:
        char name[13]
        int fields[FIELDS]

cdef struct table:
    double cells[ROWS][COLUMNS]
    int count
