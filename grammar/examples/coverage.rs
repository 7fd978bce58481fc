//! Parses every .pyx (or the extension of the second argument) below a folder; prints each file whose tree
//! has an ERROR or MISSING node with the first such place, and the share without one.

use std::path::{Path, PathBuf};

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|end| end == extension) {
            found.push(path);
        }
    }
}

/// The first ERROR or MISSING node in source order.
fn first_error(root: tree_sitter::Node<'_>) -> Option<tree_sitter::Node<'_>> {
    let mut node = root;
    loop {
        if node.is_error() || node.is_missing() {
            return Some(node);
        }
        let mut cursor = node.walk();
        node = node.children(&mut cursor).find(|child| child.has_error() || child.is_missing())?;
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: coverage DIR [EXTENSION]");
        std::process::exit(2);
    };
    let extension = arguments.next().unwrap_or_else(|| "pyx".to_string());
    let mut found = Vec::new();
    files(Path::new(&folder), &extension, &mut found);
    found.sort();
    let mut parser = tree_sitter::Parser::new();
    if let Err(error) = parser.set_language(&tree_sitter_offcy::LANGUAGE.into()) {
        eprintln!("coverage: {error}");
        std::process::exit(2);
    }
    let mut whole = 0;
    for path in &found {
        let text = std::fs::read(path).unwrap_or_default();
        let Some(tree) = parser.parse(&text, None) else { continue };
        match first_error(tree.root_node()) {
            None => whole += 1,
            Some(node) => {
                let row = node.start_position().row;
                let line = String::from_utf8_lossy(&text).lines().nth(row).unwrap_or("").trim().to_string();
                println!("{}:{}: {line}", path.display(), row + 1);
            }
        }
    }
    let share = 100.0 * whole as f64 / found.len().max(1) as f64;
    println!("{whole} of {} files without an error node ({share:.1} %)", found.len());
}
