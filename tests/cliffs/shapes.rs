//! Sources of any size, from the texts in `tests/cliffs/shapes`.
//!
//! `== name, size` begins a shape; `counted` after that asks for instructions as well as bytes. Its text stands once, but
//! what is after a line `@each` stands so many times; after `@inline` the same without the line ends around it; `@once`
//! ends that. In such a part `$i` is its number, `$n` how many there are, `$(n-1-i)` and `$(i+1%n)` are computed;
//! `$pad` is a space for each part before, `$dap` one for each part after, `$end` one for each.

use std::fs;
use std::path::Path;

/// A kind of source.
#[derive(Clone)]
pub struct Shape {
    pub name: String,
    /// The smaller of the sizes at which it is compiled.
    pub size: usize,
    /// Its instructions are counted, not only its bytes.
    pub is_counted: bool,
    parts: Vec<(How, String)>,
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    Once,
    Each,
    Inline,
}

/// All shapes, in the order of the files' names and of the text.
pub fn all() -> Vec<Shape> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cliffs/shapes");
    let entries = fs::read_dir(&folder).expect("the folder of shapes").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let texts = paths.into_iter().map(|path| fs::read_to_string(path).expect("a text of shapes"));
    texts
        .flat_map(|text| format!("\n{text}").split("\n== ").skip(1).map(Shape::read).collect::<Vec<_>>())
        .collect()
}

impl Shape {
    fn read(text: &str) -> Shape {
        let (head, body) = text.split_once('\n').expect("a text after the name");
        let (head, is_counted) = match head.strip_suffix(", counted") {
            Some(head) => (head, true),
            None => (head, false),
        };
        let (name, size) = head.rsplit_once(", ").expect("a size after the name");
        let mut parts = vec![(How::Once, String::new())];
        for line in body.trim_end().lines() {
            let how = match line {
                "@once" => How::Once,
                "@each" => How::Each,
                "@inline" => How::Inline,
                line => {
                    let (_, part) = parts.last_mut().expect("a part");
                    part.push_str(line);
                    part.push('\n');
                    continue;
                }
            };
            let (last, part) = parts.last_mut().expect("a part");
            if how == How::Inline && *last != How::Inline {
                part.pop();
            }
            parts.push((how, String::new()));
        }
        let inline = parts.iter_mut().filter(|(how, _)| *how == How::Inline);
        inline.for_each(|(_, part)| part.truncate(part.trim_end_matches('\n').len()));
        let size = size.parse().unwrap_or_else(|_| panic!("the size of {name}"));
        Shape { name: name.to_string(), size, is_counted, parts }
    }

    /// The source of a size.
    pub fn source(&self, size: usize) -> String {
        let times = |how: How| if how == How::Once { 1 } else { size };
        let parts = self.parts.iter();
        parts.flat_map(|(how, part)| (0..times(*how)).map(move |number| filled(part, number, size))).collect()
    }
}

fn filled(part: &str, number: usize, size: usize) -> String {
    let spaces = [("$pad", number), ("$dap", size - 1 - number), ("$end", size)];
    let mut text = part.to_string();
    for (word, count) in spaces {
        text = text.replace(word, &" ".repeat(count));
    }
    while let Some((before, rest)) = text.split_once("$(") {
        let (sum, behind) = rest.split_once(')').expect("an end of `$(`");
        text = format!("{before}{}{behind}", computed(sum, number, size));
    }
    text.replace("$i", &number.to_string()).replace("$n", &size.to_string())
}

/// `i+1`, `n-1-i`, `i+1%n`
fn computed(text: &str, number: usize, size: usize) -> i64 {
    let value = |word: &str| match word {
        "i" => number as i64,
        "n" => size as i64,
        word => word.parse().unwrap_or_else(|_| panic!("a number, not `{word}`")),
    };
    let (sum, modulus) = text.split_once('%').map_or((text, None), |(sum, modulus)| (sum, Some(modulus)));
    let terms = sum.split('+').map(|term| {
        let mut words = term.split('-').map(value);
        words.next().unwrap_or_default() - words.sum::<i64>()
    });
    let sum: i64 = terms.sum();
    modulus.map_or(sum, |modulus| sum % value(modulus))
}
