/*
 * The external scanner is tree-sitter-python's, linked from its crate. This file adds what that scanner leaves open: a
 * line that ends outside of brackets ends its statement, whatever the grammar could continue with. Without that, a parse
 * may treat the next line as part of this one, because the end of a line is white space where the grammar expects none.
 *
 * Likewise, a string that has one quote at each end ends in its line.
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
    uint8_t triples[4]; /* which of them have three quotes: a bit of each of the outer 32 */
} Scanner;

/* Bytes of the state that is not the Python scanner's: brackets, strings, triples. */
enum { OWN_STATE = 2 + sizeof(((Scanner *)NULL)->triples) };

/* The text as tree-sitter-python's scanner sees it, and what that scanner has passed. */
typedef struct {
    TSLexer lexer;
    TSLexer *text;
    bool is_string;
    bool has_read; /* more than white space */
    unsigned quotes;
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
    watched->quotes += lexer->lookahead == '\'' || lexer->lookahead == '"';
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

static void open_string(Scanner *scanner, bool is_triple) {
    if (scanner->strings < 8 * sizeof scanner->triples) {
        uint8_t *byte = &scanner->triples[scanner->strings / 8];
        uint8_t bit = 1u << scanner->strings % 8;
        *byte = is_triple ? *byte | bit : *byte & ~bit;
    }
    scanner->strings += scanner->strings < UINT8_MAX;
}

/* Whether the text of the innermost string ends in its line. */
static bool ends_in_line(const Scanner *scanner, const bool *valid, bool is_recovering) {
    if (!valid[STRING_CONTENT] || is_recovering || scanner->strings == 0 || scanner->strings > 8 * sizeof scanner->triples) {
        return false;
    }
    unsigned at = scanner->strings - 1u;
    return !(scanner->triples[at / 8] >> at % 8 & 1);
}

/* An end of a line that the grammar has no use for: an error. */
static bool scan_end(TSLexer *text) {
    text->advance(text, false);
    text->mark_end(text);
    text->result_symbol = NEWLINE;
    return true;
}

static bool scan(Scanner *scanner, TSLexer *text, const bool *valid) {
    bool expected[TOKENS];
    memcpy(expected, valid, sizeof expected);
    bool is_recovering = valid[STRING_CONTENT] && valid[INDENT];
    bool is_line = ends_in_line(scanner, valid, is_recovering);
    if (is_line && text->lookahead == '\n') {
        return scan_end(text);
    }
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
        /* Otherwise a `#` in the string would begin a comment, as between two tokens. */
        if (is_line && watched.has_read && text->lookahead == '\n') {
            return scan_end(text);
        }
        return scanner->strings == 0 && !watched.has_read && scan_bracket(scanner, text);
    }
    text->result_symbol = watched.lexer.result_symbol;
    switch (text->result_symbol) {
        case NEWLINE:
        case INDENT:
        case DEDENT: scanner->brackets = 0; break;
        case STRING_START: open_string(scanner, watched.quotes >= 3); break;
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
    while (size + OWN_STATE > TREE_SITTER_SERIALIZATION_BUFFER_SIZE) {
        size -= 2;
    }
    buffer[size] = (char)scanner->brackets;
    buffer[size + 1] = (char)scanner->strings;
    memcpy(buffer + size + 2, scanner->triples, sizeof scanner->triples);
    return size + OWN_STATE;
}

void tree_sitter_offcy_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    Scanner *scanner = payload;
    unsigned size = length < OWN_STATE ? 0 : length - OWN_STATE;
    const char empty[OWN_STATE] = {0};
    const char *own = length < OWN_STATE ? empty : buffer + size;
    scanner->brackets = (uint8_t)own[0];
    scanner->strings = (uint8_t)own[1];
    memcpy(scanner->triples, own + 2, sizeof scanner->triples);
    tree_sitter_python_external_scanner_deserialize(scanner->python, buffer, size);
}
