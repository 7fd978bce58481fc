//! What a product was made of, as a rule for `make`: for build systems that rebuild it when one of these
//! files changes.

use std::path::{Path, PathBuf};

/// A rule that says what `target` is made of.
pub fn text<'a>(target: &Path, dependencies: impl IntoIterator<Item = &'a Path>) -> String {
    let mut text = format!("{}:", escaped(target));
    for dependency in dependencies {
        text.push_str(" \\\n  ");
        text.push_str(&escaped(dependency));
    }
    text.push('\n');
    text
}

/// What a rule names after its target; empty if the text is not a rule.
pub fn dependencies(rule: &str) -> Vec<PathBuf> {
    let rule = rule.replace("\\\n", " ");
    let Some((_, names)) = rule.split_once(": ") else { return Vec::new() };
    let mut found = Vec::new();
    let mut name = String::new();
    let mut characters = names.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(&next @ (' ' | '#'))) | ('$', Some(&next @ '$')) => {
                name.push(next);
                characters.next();
            }
            (' ' | '\t' | '\n', _) => found.push(std::mem::take(&mut name)),
            _ => name.push(character),
        }
    }
    found.push(name);
    found.into_iter().filter(|name| !name.is_empty()).map(PathBuf::from).collect()
}

fn escaped(path: &Path) -> String {
    path.to_string_lossy().replace('$', "$$").replace(' ', "\\ ").replace('#', "\\#")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let names = ["a.pyx", "my headers/b c.h", "c#1.h", "d$x.pxd", "e\\f.h"];
        let rule = text(Path::new("o ut/m.so"), names.iter().map(Path::new));
        assert!(rule.starts_with("o\\ ut/m.so: \\\n  a.pyx \\\n  my\\ headers/b\\ c.h"), "{rule}");
        assert_eq!(dependencies(&rule), names.map(PathBuf::from));
        assert!(dependencies("").is_empty());
    }
}
