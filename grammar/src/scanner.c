/* The external scanner is tree-sitter-python's, linked from its crate: `externals` is the same list. */
#include "tree_sitter/parser.h"

void *tree_sitter_python_external_scanner_create(void);
void tree_sitter_python_external_scanner_destroy(void *);
bool tree_sitter_python_external_scanner_scan(void *, TSLexer *, const bool *);
unsigned tree_sitter_python_external_scanner_serialize(void *, char *);
void tree_sitter_python_external_scanner_deserialize(void *, const char *, unsigned);

void *tree_sitter_offcy_external_scanner_create(void) { return tree_sitter_python_external_scanner_create(); }
void tree_sitter_offcy_external_scanner_destroy(void *scanner) { tree_sitter_python_external_scanner_destroy(scanner); }
bool tree_sitter_offcy_external_scanner_scan(void *scanner, TSLexer *lexer, const bool *valid) {
    return tree_sitter_python_external_scanner_scan(scanner, lexer, valid);
}
unsigned tree_sitter_offcy_external_scanner_serialize(void *scanner, char *buffer) {
    return tree_sitter_python_external_scanner_serialize(scanner, buffer);
}
void tree_sitter_offcy_external_scanner_deserialize(void *scanner, const char *buffer, unsigned length) {
    tree_sitter_python_external_scanner_deserialize(scanner, buffer, length);
}
