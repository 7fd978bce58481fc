//! The share of Cython's own test programs that parse without an error node. They are never committed:
//! `OFFCY_CYTHON_TESTS` names the folder `tests/run` of an unpacked source distribution of Cython.

/// Of 806 files in Cython 3.3.1 all but two: one for `exec` as a statement, one for `await` as a name.
const MOST_FAILURES: usize = 2;

#[test]
fn cythons_test_programs_parse() {
    let Some(folder) = std::env::var_os("OFFCY_CYTHON_TESTS") else {
        eprintln!("skipped: OFFCY_CYTHON_TESTS names no folder of Cython's tests/run");
        return;
    };
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_offcy::LANGUAGE.into()).expect("the language fits the library");
    let mut broken = Vec::new();
    let mut count = 0;
    for path in std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|end| end == "pyx") {
            count += 1;
            let text = std::fs::read(&path).expect("a readable file");
            if parser.parse(&text, None).is_none_or(|tree| tree.root_node().has_error()) {
                broken.push(path);
            }
        }
    }
    assert!(count > 0, "the folder holds no .pyx files");
    assert!(broken.len() <= MOST_FAILURES, "{} of {count} files: {broken:#?}", broken.len());
}
