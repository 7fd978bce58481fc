//! Runs the cases of `corpus/*.txt`, which are in tree-sitter's own format. `UPDATE_CORPUS=1` writes the trees that
//! the grammar produces; read them before you commit.

use std::path::{Path, PathBuf};

struct Case {
    name: String,
    source: String,
    tree: String,
}

fn is_rule(line: &str, character: char) -> bool {
    line.len() >= 3 && line.chars().all(|found| found == character)
}

fn read(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = text.lines().peekable();
    let mut in_tree = false;
    while let Some(line) = lines.next() {
        if is_rule(line, '=') {
            let name = lines.next().unwrap_or_default().to_string();
            lines.next();
            cases.push(Case { name, source: String::new(), tree: String::new() });
            in_tree = false;
        } else if is_rule(line, '-') {
            in_tree = true;
        } else if let Some(case) = cases.last_mut() {
            let place = if in_tree { &mut case.tree } else { &mut case.source };
            place.push_str(line);
            place.push('\n');
        }
    }
    cases
}

fn write(cases: &[Case]) -> String {
    let rule = "=".repeat(40);
    let case = |case: &Case| {
        format!("{rule}\n{}\n{rule}\n\n{}\n\n---\n\n{}\n\n", case.name, case.source.trim(), case.tree.trim())
    };
    cases.iter().map(case).collect()
}

/// A tree with one line per node.
fn pretty(tree: &str) -> String {
    let mut text = String::new();
    let mut depth = 0usize;
    for (at, character) in tree.char_indices() {
        match character {
            '(' if at > 0 => {
                depth += 1;
                // A field's name goes on the line of its node.
                let line = text.rfind(' ').filter(|_| text.trim_end().ends_with(':'));
                let field = match line {
                    Some(_) => {
                        let trimmed = text.trim_end().to_string();
                        let start = trimmed.rfind(' ').map_or(0, |space| space + 1);
                        let field = trimmed[start..].to_string();
                        text.truncate(start);
                        field + " "
                    }
                    None => String::new(),
                };
                text.truncate(text.trim_end().len());
                text.push('\n');
                text.push_str(&"  ".repeat(depth));
                text.push_str(&field);
                text.push('(');
            }
            ')' => {
                depth = depth.saturating_sub(1);
                text.push(')');
            }
            other => text.push(other),
        }
    }
    text
}

fn words(tree: &str) -> String {
    tree.replace('(', " (").replace(')', " ) ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the corpus").flatten().map(|file| file.path()).collect();
    files.sort();
    files
}

#[test]
fn every_case_has_its_tree() {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_offcy::LANGUAGE.into()).expect("the language fits the library");
    let mut failures = Vec::new();
    for path in corpus() {
        let mut cases = read(&std::fs::read_to_string(&path).expect("a readable case"));
        assert!(!cases.is_empty(), "{} holds no case", path.display());
        for case in &mut cases {
            let source = format!("{}\n", case.source.trim());
            let tree = parser.parse(&source, None).expect("a tree").root_node().to_sexp();
            if std::env::var_os("UPDATE_CORPUS").is_some() {
                case.tree = pretty(&tree);
            } else if words(&tree) != words(&case.tree) {
                failures.push(format!("{}: {}\n{}", path.display(), case.name, pretty(&tree)));
            }
        }
        if std::env::var_os("UPDATE_CORPUS").is_some() {
            std::fs::write(&path, write(&cases)).expect("a writable case");
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
