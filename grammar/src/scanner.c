/*
 * The external scanner is tree-sitter-python's, linked from its crate. This file adds what that scanner leaves open: a
 * line that ends outside of brackets ends its statement, whatever the grammar could continue with. Without that, a parse
 * may treat the next line as part of this one, because the end of a line is white space where the grammar expects none.
 *
 * For that, brackets are counted outside of strings. Those in a string's replacement fields belong to the string.
 */
#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

void *tree_sitter_python_external_scanner_create(void);
void tree_sitter_python_external_scanner_destroy(void *);
bool tree_sitter_python_external_scanner_scan(void *, TSLexer *, const bool *);
unsigned tree_sitter_python_external_scanner_serialize(void *, char *);
void tree_sitter_python_external_scanner_deserialize(void *, const char *, unsigned);

/* In the order of `externals`: those of tree-sitter-python, then ours. */
enum Token {
    NEWLINE,
    INDENT,
    DEDENT,
    STRING_START,
    STRING_CONTENT,
    ESCAPE_INTERPOLATION,
    STRING_END,
    COMMENT,
    CLOSE_BRACKET,
    CLOSE_PARENTHESIS,
    CLOSE_BRACE,
    EXCEPT,
    OPEN_BRACKET,
    OPEN_PARENTHESIS,
    OPEN_BRACE,
    LINE_START,
    TOKENS,
};

typedef struct {
    void *python;
    uint8_t brackets; /* open ones; more than can be counted stay open to the end of the statement */
    uint8_t strings;
} Scanner;

/* The text as tree-sitter-python's scanner sees it, and what that scanner has passed. */
typedef struct {
    TSLexer lexer;
    TSLexer *text;
    bool is_string;
    bool has_read; /* more than white space */
} Watched;

/* White space of the grammar that tree-sitter-python's scanner does not know: it would not see the end of the line after it. */
static bool is_rare_blank(int32_t letter) {
    return letter == '\v' || letter == 0xFEFF || letter == 0x2060 || letter == 0x200B;
}

static void show_next(Watched *watched) {
    int32_t letter = watched->text->lookahead;
    watched->lexer.lookahead = !watched->is_string && is_rare_blank(letter) ? ' ' : letter;
}

static void advance(TSLexer *lexer, bool is_skipped) {
    Watched *watched = (Watched *)lexer;
    watched->has_read |= !is_skipped || lexer->lookahead == '#' || lexer->lookahead == '\\';
    watched->text->advance(watched->text, is_skipped);
    show_next(watched);
}

static void mark_end(TSLexer *lexer) { ((Watched *)lexer)->text->mark_end(((Watched *)lexer)->text); }

static uint32_t get_column(TSLexer *lexer) {
    return ((Watched *)lexer)->text->get_column(((Watched *)lexer)->text);
}

static bool is_at_included_range_start(const TSLexer *lexer) {
    const Watched *watched = (const Watched *)lexer;
    return watched->text->is_at_included_range_start(watched->text);
}

static bool eof(const TSLexer *lexer) { return ((const Watched *)lexer)->text->eof(((const Watched *)lexer)->text); }

/* The bracket that is next, or TOKENS. */
static enum Token bracket(int32_t letter) {
    switch (letter) {
        case '(': return OPEN_PARENTHESIS;
        case '[': return OPEN_BRACKET;
        case '{': return OPEN_BRACE;
        case ')': return CLOSE_PARENTHESIS;
        case ']': return CLOSE_BRACKET;
        case '}': return CLOSE_BRACE;
        default: return TOKENS;
    }
}

static bool scan_bracket(Scanner *scanner, TSLexer *text) {
    enum Token found = bracket(text->lookahead);
    if (found == TOKENS) {
        return false;
    }
    if (found >= OPEN_BRACKET) {
        scanner->brackets += scanner->brackets < UINT8_MAX;
    } else if (scanner->brackets < UINT8_MAX) {
        scanner->brackets -= scanner->brackets > 0;
    }
    text->advance(text, false);
    text->mark_end(text);
    text->result_symbol = found;
    return true;
}

static bool scan(Scanner *scanner, TSLexer *text, const bool *valid) {
    bool expected[TOKENS];
    memcpy(expected, valid, sizeof expected);
    bool is_recovering = valid[STRING_CONTENT] && valid[INDENT];
    if (scanner->strings == 0 && !is_recovering) {
        if (scanner->brackets > 0) {
            /* No block ends between brackets. */
            expected[CLOSE_PARENTHESIS] = true;
        } else if (!valid[DEDENT] && !valid[LINE_START]) {
            expected[NEWLINE] = true;
        }
    }
    Watched watched = {.lexer = *text, .text = text, .is_string = scanner->strings > 0};
    show_next(&watched);
    watched.lexer.advance = advance;
    watched.lexer.mark_end = mark_end;
    watched.lexer.get_column = get_column;
    watched.lexer.is_at_included_range_start = is_at_included_range_start;
    watched.lexer.eof = eof;
    if (!tree_sitter_python_external_scanner_scan(scanner->python, &watched.lexer, expected)) {
        return scanner->strings == 0 && !watched.has_read && scan_bracket(scanner, text);
    }
    text->result_symbol = watched.lexer.result_symbol;
    switch (text->result_symbol) {
        case NEWLINE:
        case INDENT:
        case DEDENT: scanner->brackets = 0; break;
        case STRING_START: scanner->strings += scanner->strings < UINT8_MAX; break;
        case STRING_END: scanner->strings -= scanner->strings > 0; break;
        default: break;
    }
    return true;
}

void *tree_sitter_offcy_external_scanner_create(void) {
    Scanner *scanner = calloc(1, sizeof(Scanner));
    if (scanner != NULL) {
        scanner->python = tree_sitter_python_external_scanner_create();
    }
    return scanner;
}

void tree_sitter_offcy_external_scanner_destroy(void *payload) {
    tree_sitter_python_external_scanner_destroy(((Scanner *)payload)->python);
    free(payload);
}

bool tree_sitter_offcy_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    return scan(payload, lexer, valid);
}

/* The Python scanner's state comes first: pairs of bytes, of which the last are left out if there are too many. */
unsigned tree_sitter_offcy_external_scanner_serialize(void *payload, char *buffer) {
    Scanner *scanner = payload;
    unsigned size = tree_sitter_python_external_scanner_serialize(scanner->python, buffer);
    while (size + 2 > TREE_SITTER_SERIALIZATION_BUFFER_SIZE) {
        size -= 2;
    }
    buffer[size] = (char)scanner->brackets;
    buffer[size + 1] = (char)scanner->strings;
    return size + 2;
}

void tree_sitter_offcy_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    Scanner *scanner = payload;
    unsigned size = length < 2 ? 0 : length - 2;
    scanner->brackets = length < 2 ? 0 : (uint8_t)buffer[size];
    scanner->strings = length < 2 ? 0 : (uint8_t)buffer[size + 1];
    tree_sitter_python_external_scanner_deserialize(scanner->python, buffer, size);
}
