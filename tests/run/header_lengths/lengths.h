#ifndef LENGTHS_H
#define LENGTHS_H

#define NAME_MAX_LENGTH 12
#define FIELDS (1 << 2)
enum { ROWS = 3, COLUMNS = 2 };
enum kind { KIND_A, KIND_B, KINDS };

struct record {
    char name[NAME_MAX_LENGTH + 1];
    int fields[FIELDS];
};

static int corners[ROWS][COLUMNS] = {{1, 2}, {3, 4}, {5, 6}};
static double weights[KINDS] = {0.25, 0.5};

static inline int say_hello(char *into, int length) {
    const char *text = "hello, you";
    int n = 0;
    for (; text[n] && n < length - 1; n++)
        into[n] = text[n];
    into[n] = 0;
    return n;
}

#endif
