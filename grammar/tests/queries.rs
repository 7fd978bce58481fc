//! The queries fit the grammar.

#[test]
fn highlights_name_existing_nodes() {
    let language = tree_sitter_offcy::LANGUAGE.into();
    if let Err(error) = tree_sitter::Query::new(&language, tree_sitter_offcy::HIGHLIGHTS_QUERY) {
        panic!("{error}");
    }
}
