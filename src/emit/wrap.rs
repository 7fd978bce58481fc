//! Breaking long lines of C where a person would.

use super::writer::WIDTH;

/// A place where a line may be broken.
#[derive(Clone, Copy, Debug)]
struct Opportunity {
    /// Bytes that stay on the line.
    at: usize,
    /// Brackets that are open there.
    depth: usize,
    /// How closely the parts on both sides belong together.
    bond: usize,
    /// The column that the rest is aligned to.
    column: usize,
}

/// A piece is at least this long.
const LEAST: usize = 8;

/// The line in pieces, each with its own indentation, none longer than [`WIDTH`] if possible.
pub fn wrap(text: &str, indent: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut column = indent;
    // The columns after the brackets that are open where the piece begins.
    let mut open: Vec<usize> = Vec::new();
    while column + rest.len() > WIDTH {
        let Some(place) = best(rest, column, indent, &open) else { break };
        let (piece, tail) = rest.split_at(place.at);
        let piece = piece.trim_end();
        brackets(piece, column, &mut open, |_, _| true);
        pieces.push(format!("{}{piece}", " ".repeat(column)));
        rest = tail.trim_start();
        column = place.column;
    }
    pieces.push(format!("{}{rest}", " ".repeat(column)));
    pieces
}

/// From loose to close. Only these are places to break a line; a comma is the loosest.
const OPERATORS: [(&str, usize); 7] =
    [("? ", 1), (": ", 2), ("|| ", 3), ("&& ", 4), ("| ", 5), ("+ ", 6), ("- ", 6)];

/// The opportunity with the fewest open brackets among those that leave a well-filled line; of these, the one
/// whose parts belong together least.
fn best(text: &str, column: usize, indent: usize, open: &[usize]) -> Option<Opportunity> {
    let room = WIDTH.saturating_sub(column);
    let all = opportunities(text, (column, room), indent, open);
    let fitting =
        |least: usize| all.iter().copied().filter(move |place| place.at <= room && place.at >= least);
    let by_depth =
        |least: usize| fitting(least).min_by_key(|place| (place.depth, place.bond, usize::MAX - place.at));
    by_depth(room / 3).or_else(|| by_depth(LEAST)).or_else(|| all.into_iter().find(|place| place.at >= LEAST))
}

/// Those that fit into the room, and if there are none, the first.
fn opportunities(
    text: &str,
    (column, room): (usize, usize),
    indent: usize,
    open: &[usize],
) -> Vec<Opportunity> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut open = open.to_vec();
    brackets(text, column, &mut open, |at, open| {
        let after = &text[at + 1..];
        let after_comma = at > 0 && bytes[at - 1] == b',';
        let operator = OPERATORS.iter().find(|(op, _)| after.starts_with(op));
        // `=` stays at the end of its line; a designator stays with its value.
        let is_assignment = after.starts_with("= ") && open.is_empty();
        if after_comma || operator.is_some() || is_assignment {
            let aligned = open.last().copied().unwrap_or(indent + 4);
            let column = if aligned > WIDTH * 2 / 3 { indent + 8 } else { aligned };
            let at = if is_assignment { at + 2 } else { at };
            let bond = operator.map_or(0, |&(_, bond)| bond);
            found.push(Opportunity { at: at + 1, depth: open.len(), bond, column });
        }
        at < room || found.iter().all(|place| place.at < LEAST)
    });
    found
}

/// Walks over a piece of C outside its strings: keeps `open` up to date, and calls `visit` on spaces, which says
/// whether to go on.
fn brackets(
    text: &str,
    column: usize,
    open: &mut Vec<usize>,
    mut visit: impl FnMut(usize, &[usize]) -> bool,
) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at),
            b'(' | b'[' | b'{' => open.push(column + at + 1),
            b')' | b']' | b'}' => {
                open.pop();
            }
            b' ' if at > 0 && !visit(at, open) => return,
            _ => {}
        }
        at += 1;
    }
}

/// The index of a string's closing quote.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_the_outermost_commas() {
        let short = "f(a, b);";
        assert_eq!(wrap(short, 4), ["    f(a, b);"]);
        let word = "a".repeat(30);
        let long = format!("call({word}, inner({word}, x), {word}, y);");
        let pieces = wrap(&long, 4);
        assert_eq!(pieces[0], format!("    call({word}, inner({word}, x),"));
        assert_eq!(pieces[1], format!("         {word}, y);"));
    }

    #[test]
    fn lines_break_before_the_loosest_operator() {
        let word = "a".repeat(20);
        let long = format!("bool b = {word} + {word} >= {word} && {word} + {word} >= {word};");
        let pieces = wrap(&long, 0);
        assert_eq!(pieces[1], format!("    && {word} + {word} >= {word};"));
        let choice = format!("unsigned m = {word} >= {word} && a >= b ? {word} : {word};");
        assert_eq!(wrap(&choice, 0)[1], format!("    ? {word} : {word};"));
    }

    #[test]
    fn strings_are_never_broken() {
        let text = format!("f(\"{}\");", "x, ".repeat(60));
        assert_eq!(wrap(&text, 0), std::slice::from_ref(&text));
    }
}
