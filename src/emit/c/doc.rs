//! A piece of C that is to stand on one line, and where it is broken if the line is too short.

/// C text with its brackets and the places between its parts. Text that is added whole ([`Doc::text`], `From`) is never
/// broken inside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    text: String,
    /// In the order of the text.
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    /// Bytes of the text before it.
    at: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What follows stands in brackets or is a list, on further lines under its first part.
    Open,
    Close,
    /// A space at which a line may end, and how closely the parts on both sides belong together.
    Space {
        bond: usize,
    },
    /// The space after `=`.
    Value,
}

/// From loose to close: the bond of parts with a comma between them.
const COMMA: usize = 0;

/// The bond of a designator and its value, which is the closest.
const MEMBER: usize = 7;

/// The operators before which a line may be broken.
const OPERATORS: [(&str, usize); 7] =
    [("?", 1), (":", 2), ("||", 3), ("&&", 4), ("|", 5), ("+", 6), ("-", 6)];

impl Doc {
    /// Parts with commas between them, on further lines under the first one, after a head and before a tail.
    pub fn listed<D: Into<Doc>>(
        head: impl AsRef<str>,
        items: impl IntoIterator<Item = D>,
        tail: impl AsRef<str>,
    ) -> Doc {
        Doc::default().open(head).list(items).close(tail)
    }

    /// Adds text that stays together.
    pub fn text(mut self, text: impl AsRef<str>) -> Doc {
        self.push(text.as_ref());
        self
    }

    /// Adds text that ends with an opening bracket, or with the head of a list.
    pub fn open(mut self, text: impl AsRef<str>) -> Doc {
        self.push_open(text.as_ref());
        self
    }

    /// Adds text that begins with a closing bracket, or that ends a list.
    pub fn close(mut self, text: impl AsRef<str>) -> Doc {
        self.push_close(text.as_ref());
        self
    }

    /// Adds parts with commas between them.
    pub fn list<D: Into<Doc>>(mut self, items: impl IntoIterator<Item = D>) -> Doc {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.push_comma();
            }
            self.append(item.into());
        }
        self
    }

    /// Adds a comma and a further part.
    pub fn comma(mut self, item: impl Into<Doc>) -> Doc {
        self.push_comma();
        self.append(item.into());
        self
    }

    /// Operands with an operator between them.
    pub fn joined<D: Into<Doc>>(operator: &str, operands: impl IntoIterator<Item = D>) -> Doc {
        let mut out = Doc::default();
        for (index, operand) in operands.into_iter().enumerate() {
            if index > 0 {
                out.push_operator(operator);
            }
            out.append(operand.into());
        }
        out
    }

    /// Adds ` = ` and a value.
    pub fn value(mut self, value: impl Into<Doc>) -> Doc {
        self.push_value();
        self.append(value.into());
        self
    }

    /// Adds another piece.
    pub fn add(mut self, other: impl Into<Doc>) -> Doc {
        self.append(other.into());
        self
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn into_string(self) -> String {
        self.text
    }

    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn push_open(&mut self, text: &str) {
        self.text.push_str(text);
        self.mark(Kind::Open);
    }

    pub(super) fn push_close(&mut self, text: &str) {
        self.mark(Kind::Close);
        self.text.push_str(text);
    }

    pub(super) fn push_comma(&mut self) {
        self.text.push(',');
        self.mark(Kind::Space { bond: COMMA });
        self.text.push(' ');
    }

    pub(super) fn push_operator(&mut self, operator: &str) {
        if let Some(&(_, bond)) = OPERATORS.iter().find(|(known, _)| *known == operator) {
            self.mark(Kind::Space { bond });
        }
        self.text.push(' ');
        self.text.push_str(operator);
        self.text.push(' ');
    }

    pub(super) fn push_value(&mut self) {
        self.text.push_str(" =");
        self.mark(Kind::Value);
        self.text.push(' ');
    }

    pub(super) fn append(&mut self, other: Doc) {
        let before = self.text.len();
        self.text.push_str(&other.text);
        self.marks.extend(other.marks.into_iter().map(|mark| Mark { at: before + mark.at, ..mark }));
    }

    fn mark(&mut self, kind: Kind) {
        self.marks.push(Mark { at: self.text.len(), kind });
    }
}

impl From<&str> for Doc {
    fn from(text: &str) -> Doc {
        Doc::default().text(text)
    }
}

impl From<&String> for Doc {
    fn from(text: &String) -> Doc {
        Doc::from(text.as_str())
    }
}

impl From<String> for Doc {
    fn from(text: String) -> Doc {
        Doc { text, marks: Vec::new() }
    }
}

/// A line has at least this many bytes.
const LEAST: usize = 8;

/// A place where a line may end.
#[derive(Clone, Copy, Debug)]
struct Opportunity {
    /// Bytes of the text before it, and where the next line begins in it.
    at: usize,
    next: usize,
    /// Brackets that are open there.
    depth: usize,
    bond: usize,
    /// The column to which the rest is aligned.
    column: usize,
}

impl Doc {
    /// The text on lines, each with its indentation, none longer than `width` if possible.
    pub fn lines(&self, indent: usize, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let start = self.text.len() - self.text.trim_start_matches(' ').len();
        let indent = indent + start;
        let (mut start, mut column, mut marks) = (start, indent, self.marks.as_slice());
        // The columns after the brackets that are open where the line begins.
        let mut open: Vec<usize> = Vec::new();
        while column + self.text.len() - start > width {
            let line = Line { start, column, marks };
            let Some(place) = line.best(indent, width, &open) else { break };
            lines.push(format!("{}{}", " ".repeat(column), &self.text[start..place.at]));
            let passed = marks.iter().take_while(|mark| mark.at < place.next).count();
            line.brackets(&marks[..passed], &mut open);
            (start, column, marks) = (place.next, place.column, &marks[passed..]);
        }
        lines.push(format!("{}{}", " ".repeat(column), &self.text[start..]));
        lines
    }
}

/// What is left of a piece of C, on a line of its own.
struct Line<'m> {
    start: usize,
    column: usize,
    marks: &'m [Mark],
}

impl Line<'_> {
    /// The opportunity with the fewest open brackets among those that leave a well-filled line; of these, the one
    /// whose parts belong together least.
    fn best(&self, indent: usize, width: usize, open: &[usize]) -> Option<Opportunity> {
        let room = width.saturating_sub(self.column);
        let all = self.opportunities(room, (indent, width), open);
        let length = |place: &Opportunity| place.at - self.start;
        let by_depth = |least: usize| {
            let fitting =
                all.iter().copied().filter(|place| length(place) < room && length(place) + 1 >= least);
            fitting.min_by_key(|place| (place.depth, place.bond, usize::MAX - place.at))
        };
        by_depth(room / 3)
            .or_else(|| by_depth(LEAST))
            .or_else(|| all.iter().copied().find(|place| length(place) + 1 >= LEAST))
    }

    /// Those that fit into the room, and if there are none, the first.
    fn opportunities(
        &self,
        room: usize,
        (indent, width): (usize, usize),
        open: &[usize],
    ) -> Vec<Opportunity> {
        let mut open = open.to_vec();
        let mut found: Vec<Opportunity> = Vec::new();
        for mark in self.marks {
            let aligned = open.last().copied().unwrap_or(indent + 4);
            let column = if aligned > width * 2 / 3 { indent + 8 } else { aligned };
            let bond = match mark.kind {
                Kind::Open | Kind::Close => {
                    self.brackets(std::slice::from_ref(mark), &mut open);
                    continue;
                }
                Kind::Space { bond } => bond,
                Kind::Value if open.is_empty() => COMMA,
                Kind::Value => MEMBER,
            };
            let fits = mark.at - self.start < room;
            if !fits && found.iter().any(|place| place.at + 1 - self.start >= LEAST) {
                break;
            }
            found.push(Opportunity { at: mark.at, next: mark.at + 1, depth: open.len(), bond, column });
        }
        found
    }

    /// Keeps the columns after open brackets up to date.
    fn brackets(&self, marks: &[Mark], open: &mut Vec<usize>) {
        for mark in marks {
            match mark.kind {
                Kind::Open => open.push(self.column + mark.at - self.start),
                Kind::Close => {
                    open.pop();
                }
                Kind::Space { .. } | Kind::Value => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Expr;
    use super::*;

    #[test]
    fn lines_break_at_the_outermost_commas() {
        let short = Doc::default().open("f(").list(["a", "b"]).close(");");
        assert_eq!(short.lines(4, 100), ["    f(a, b);"]);
        let word = "a".repeat(30);
        let inner = Doc::default().open("inner(").list([word.as_str(), "x"]).close(")");
        let items = [Doc::from(&word), inner, Doc::from(&word), Doc::from("y")];
        let lines = Doc::default().open("call(").list(items).close(");").lines(4, 100);
        assert_eq!(lines[0], format!("    call({word}, inner({word}, x),"));
        assert_eq!(lines[1], format!("         {word}, y);"));
    }

    #[test]
    fn lines_break_before_the_loosest_operator() {
        let word = || Expr::name("a".repeat(20));
        let sum = || Expr::binary("+", word(), word());
        let compared = || Expr::binary(">=", sum(), word());
        let both = Doc::from("bool b").value(Expr::binary("&&", compared(), compared())).text(";");
        assert_eq!(both.lines(0, 100)[1], format!("    && {};", compared()));
        let choice = Expr::conditional(compared(), sum(), word());
        let choice = Doc::from("unsigned m").value(&choice).text(";");
        assert_eq!(choice.lines(0, 100)[1], format!("    ? {} : {};", sum(), word()));
    }

    #[test]
    fn text_is_never_broken() {
        let text = format!("f(\"{}\");", "x, ".repeat(60));
        assert_eq!(Doc::from(&text).lines(0, 100), std::slice::from_ref(&text));
    }
}
