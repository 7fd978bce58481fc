//! Directives of PTX: variables, functions, and everything around them.

use super::ast::{Body, Function, Initial, Linkage, Parameter, Space, Unit, Variable};
use super::body::Bodies;
use super::lexer::{Token, tokens};
use super::{Fault, Kind, Type};

/// The tree of a unit.
pub fn parse(text: &str) -> Result<Unit, Fault> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0 };
    parser.unit()
}

pub struct Parser {
    tokens: Vec<(Token, usize)>,
    at: usize,
}

/// The result of a parser function.
pub type Parsed<T> = Result<T, Fault>;

const LARGEST_VARIABLE: u64 = 1 << 40;

impl Parser {
    pub fn line(&self) -> usize {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |(_, line)| *line)
    }

    pub fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    pub fn peek_after(&self, count: usize) -> Option<&Token> {
        self.tokens.get(self.at + count).map(|(token, _)| token)
    }

    pub fn next(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.at += 1;
        token
    }

    pub fn fail<T>(&self, expected: &str) -> Parsed<T> {
        let found = match self.peek() {
            None => "the end of the text".to_string(),
            Some(Token::Word(text) | Token::Number(text)) => format!("`{text}`"),
            Some(Token::Text(_)) => "a string".to_string(),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
        };
        Err(Fault::new(self.line(), format!("expected {expected}, found {found}")))
    }

    /// The same for the token that was taken last.
    fn fail_before<T>(&mut self, expected: &str) -> Parsed<T> {
        self.at -= 1;
        self.fail(expected)
    }

    pub fn is(&self, sign: char) -> bool {
        self.peek() == Some(&Token::Sign(sign))
    }

    pub fn take(&mut self, sign: char) -> bool {
        let is = self.is(sign);
        self.at += usize::from(is);
        is
    }

    pub fn expect(&mut self, sign: char) -> Parsed<()> {
        match self.take(sign) {
            true => Ok(()),
            false => self.fail(&format!("`{sign}`")),
        }
    }

    pub fn word(&mut self, expected: &str) -> Parsed<String> {
        match self.peek() {
            Some(Token::Word(_)) => match self.next() {
                Some(Token::Word(word)) => Ok(word),
                _ => self.fail(expected),
            },
            _ => self.fail(expected),
        }
    }

    pub fn take_word(&mut self, wanted: &str) -> bool {
        let is = matches!(self.peek(), Some(Token::Word(word)) if word == wanted);
        self.at += usize::from(is);
        is
    }

    /// A number without a sign; for a float, its bits as a double.
    pub fn number(&mut self) -> Parsed<u64> {
        let Some(Token::Number(text)) = self.peek() else { return self.fail("a number") };
        match integer(text).or_else(|| float(text)) {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None => self.fail("a number"),
        }
    }

    pub fn number_text(&self) -> Option<&str> {
        match self.peek() {
            Some(Token::Number(text)) => Some(text),
            _ => None,
        }
    }

    pub fn skip(&mut self) {
        self.at += 1;
    }

    fn small(&mut self) -> Parsed<u32> {
        let line = self.line();
        u32::try_from(self.number()?).map_err(|_| Fault::new(line, "a number below 4294967296 is expected"))
    }

    fn unit(&mut self) -> Parsed<Unit> {
        let mut unit = Unit::default();
        if !self.take_word(".version") {
            return self.fail("`.version` at the beginning of PTX");
        }
        self.number()?;
        while let Some(token) = self.peek() {
            let Token::Word(word) = token else { return self.fail("a directive") };
            match word.as_str() {
                ".target" => {
                    self.skip();
                    unit.target = self.word("a target")?;
                    while self.take(',') {
                        self.word("an option of the target")?;
                    }
                }
                ".address_size" => {
                    self.skip();
                    if self.number()? != 64 {
                        return self.fail_before("addresses of 64 bits");
                    }
                }
                ".file" => self.file(&mut unit)?,
                ".section" => self.section()?,
                ".pragma" => self.skip_statement()?,
                ".alias" => {
                    let line = self.line();
                    self.skip();
                    let name = self.word("a name")?;
                    self.expect(',')?;
                    let target = self.word("the name of a function")?;
                    self.expect(';')?;
                    unit.aliases.push((name, target, line));
                }
                _ => self.item(&mut unit)?,
            }
        }
        Ok(unit)
    }

    fn skip_statement(&mut self) -> Parsed<()> {
        while !self.take(';') {
            if self.next().is_none() {
                return self.fail("`;`");
            }
        }
        Ok(())
    }

    fn file(&mut self, unit: &mut Unit) -> Parsed<()> {
        self.skip();
        let number = self.small()?;
        let Some(Token::Text(name)) = self.peek().cloned() else { return self.fail("the name of a file") };
        self.skip();
        while self.take(',') {
            self.number()?;
        }
        unit.files.push((number, name));
        Ok(())
    }

    /// Debug information in braces.
    fn section(&mut self) -> Parsed<()> {
        self.skip();
        self.word("the name of a section")?;
        self.expect('{')?;
        while !self.take('}') {
            if self.next().is_none() {
                return self.fail("`}` at the end of a section");
            }
        }
        Ok(())
    }

    fn item(&mut self, unit: &mut Unit) -> Parsed<()> {
        let mut linkage = Linkage::Internal;
        loop {
            let line = self.line();
            let word = self.word("a directive")?;
            match word.as_str() {
                ".extern" => linkage = Linkage::Extern,
                ".visible" => linkage = Linkage::Visible,
                ".weak" => linkage = Linkage::Weak,
                ".common" => linkage = Linkage::Common,
                ".func" | ".entry" => {
                    let function = self.function(linkage, word == ".entry", line)?;
                    unit.functions.push(function);
                    return Ok(());
                }
                _ => {
                    let Some(space) = variable_space(&word) else {
                        return self.fail_before("a variable or a function");
                    };
                    unit.variables.extend(self.variables(space, linkage)?);
                    return Ok(());
                }
            }
        }
    }

    /// What follows the space of variables: `.align 4 .b8 a[16], b;`
    pub fn variables(&mut self, space: Space, linkage: Linkage) -> Parsed<Vec<Variable>> {
        let (mut alignment, mut element, mut count) = (0, None, 1);
        while let Some(Token::Word(word)) = self.peek()
            && word.starts_with('.')
        {
            let word = word.clone();
            self.skip();
            match word.as_str() {
                ".align" => alignment = self.number()?,
                ".v2" => count = 2,
                ".v4" => count = 4,
                ".attribute" => {
                    self.expect('(')?;
                    while !self.take(')') {
                        if self.next().is_none() {
                            return self.fail("`)`");
                        }
                    }
                }
                _ => match Type::named(&word[1..]) {
                    Some(found) => element = Some(found),
                    None => {
                        return self.fail_before("a type");
                    }
                },
            }
        }
        let Some(element) = element else { return self.fail("a type") };
        if alignment != 0 && !alignment.is_power_of_two() {
            return self.fail("an alignment that is a power of two before this");
        }
        let alignment = alignment.max(u64::from(element.bytes()) * count);
        let mut found = Vec::new();
        loop {
            let line = self.line();
            let name = self.word("the name of a variable")?;
            let mut size = Some(u64::from(element.bytes()) * count);
            while self.take('[') {
                size = match self.is(']') {
                    true => None,
                    false => {
                        let extent = self.number()?;
                        size.and_then(|size| size.checked_mul(extent))
                            .filter(|size| *size <= LARGEST_VARIABLE)
                    }
                };
                let is_open = size.is_none() && !self.is(']');
                if is_open || !self.is(']') {
                    return self.fail("an array of a possible size");
                }
                self.skip();
            }
            let initial = match self.take('=') {
                true => self.initial()?,
                false => Vec::new(),
            };
            if size.is_none() && !initial.is_empty() {
                size = Some(u64::from(element.bytes()) * initial.len() as u64);
            }
            let holds = size.map_or(0, |size| size / u64::from(element.bytes()));
            if initial.len() as u64 > holds {
                return Err(Fault::new(line, format!("`{name}` has more initial values than elements")));
            }
            found.push(Variable { name, space, linkage, alignment, element, size, initial, line });
            if !self.take(',') {
                break;
            }
        }
        self.expect(';')?;
        Ok(found)
    }

    fn initial(&mut self) -> Parsed<Vec<Initial>> {
        let mut found = Vec::new();
        // Nested lists count as one.
        let mut depth = 0;
        loop {
            if self.take('{') {
                depth += 1;
                continue;
            }
            if !self.is('}') {
                found.push(self.initial_value()?);
            }
            while depth > 0 && self.take('}') {
                depth -= 1;
            }
            if depth == 0 {
                return Ok(found);
            }
            self.expect(',')?;
        }
    }

    fn initial_value(&mut self) -> Parsed<Initial> {
        let negative = self.take('-');
        if let Some(text) = self.number_text() {
            let value = match text.as_bytes() {
                [b'0', b'f' | b'F', ..] => u64::from_str_radix(&text[2..], 16).ok(),
                _ => integer(text).or_else(|| float(text)),
            };
            let Some(value) = value else { return self.fail("a number") };
            self.skip();
            // `0xFF00(name)`: a byte of an address.
            if self.take('(') {
                let shift = value.trailing_zeros().min(63);
                let address = self.initial_value()?;
                self.expect(')')?;
                return match address {
                    Initial::Address { name, addend, .. } => Ok(Initial::Address { name, addend, shift }),
                    Initial::Bits(_) => self.fail("the byte of an address before this"),
                };
            }
            return Ok(Initial::Bits(if negative { value.wrapping_neg() } else { value }));
        }
        let mut name = self.word("a value")?;
        if name == "generic" {
            self.expect('(')?;
            name = self.word("the name of a variable")?;
            self.expect(')')?;
        }
        let addend = self.addend()?;
        Ok(Initial::Address { name, addend, shift: 0 })
    }

    /// `+8` and `-8`, as many as there are.
    pub fn addend(&mut self) -> Parsed<i64> {
        let mut sum = 0_i64;
        while self.is('+') || self.is('-') {
            let mut negative = self.take('-');
            if !negative {
                self.skip();
                negative = self.take('-');
            }
            let value = self.number()? as i64;
            sum = sum.wrapping_add(if negative { value.wrapping_neg() } else { value });
        }
        Ok(sum)
    }

    fn function(&mut self, linkage: Linkage, is_kernel: bool, line: usize) -> Parsed<Function> {
        let mut result = None;
        if !is_kernel && self.is('(') {
            result = self.parameters()?.into_iter().next();
        }
        let name = self.word("the name of a function")?;
        let parameters = match self.is('(') {
            true => self.parameters()?,
            false => Vec::new(),
        };
        let mut function = Function {
            name,
            is_kernel,
            linkage,
            parameters,
            result,
            required: [0; 3],
            maximal: [0; 3],
            body: None,
            line,
        };
        loop {
            match self.peek() {
                Some(Token::Word(word)) if word.starts_with('.') => {
                    let word = word.clone();
                    self.skip();
                    match word.as_str() {
                        ".reqntid" => function.required = self.extents()?,
                        ".maxntid" => function.maximal = self.extents()?,
                        ".pragma" => self.skip_statement()?,
                        _ => while self.number_text().is_some() && (self.small()?, self.take(',')).1 {},
                    }
                }
                Some(Token::Sign(';')) => {
                    self.skip();
                    return Ok(function);
                }
                Some(Token::Sign('{')) => {
                    let mut bodies = Bodies::new(self, &function);
                    let body: Body = bodies.body()?;
                    function.body = Some(body);
                    return Ok(function);
                }
                _ => return self.fail("the body of a function"),
            }
        }
    }

    fn extents(&mut self) -> Parsed<[u32; 3]> {
        let mut extents = [1; 3];
        for extent in &mut extents {
            *extent = self.small()?;
            if !self.take(',') {
                break;
            }
        }
        Ok(extents)
    }

    /// `(.param .b64 a, .param .align 8 .b8 b[24])`
    pub fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        self.expect('(')?;
        let mut found: Vec<Parameter> = Vec::new();
        while !self.take(')') {
            if !found.is_empty() {
                self.expect(',')?;
            }
            let space = self.word("a parameter")?;
            if space != ".param" && space != ".reg" {
                return self.fail_before("`.param`");
            }
            found.push(self.parameter()?);
        }
        Ok(found)
    }

    /// What follows `.param`.
    pub fn parameter(&mut self) -> Parsed<Parameter> {
        let (mut alignment, mut bytes) = (0, None);
        while let Some(Token::Word(word)) = self.peek()
            && word.starts_with('.')
        {
            let word = word.clone();
            self.skip();
            match word.as_str() {
                ".align" => alignment = self.number()?,
                ".ptr" | ".global" | ".shared" | ".local" | ".const" => {}
                _ => match Type::named(&word[1..]).filter(|found| found.kind != Kind::Predicate) {
                    Some(found) => bytes = Some(u64::from(found.bytes())),
                    None => {
                        return self.fail_before("a type");
                    }
                },
            }
        }
        let Some(bytes) = bytes else { return self.fail("a type") };
        let name = self.word("the name of a parameter")?;
        let mut size = bytes;
        while self.take('[') {
            let extent = if self.is(']') { 0 } else { self.number()? };
            size = match size.checked_mul(extent).filter(|size| *size <= 1 << 20) {
                Some(size) => size,
                None => return self.fail("a parameter of a possible size"),
            };
            self.expect(']')?;
        }
        let alignment = alignment.max(bytes).clamp(1, 128).next_power_of_two();
        Ok(Parameter { name, size, alignment })
    }
}

fn variable_space(word: &str) -> Option<Space> {
    match word {
        ".global" => Some(Space::Global),
        ".const" => Some(Space::Constant),
        ".shared" => Some(Space::Shared),
        ".local" => Some(Space::Local),
        _ => None,
    }
}

/// The value of an integer's text.
pub fn integer(text: &str) -> Option<u64> {
    let digits = text.strip_suffix('U').unwrap_or(text);
    let bytes = digits.as_bytes();
    match bytes {
        [b'0', b'x' | b'X', ..] => u64::from_str_radix(&digits[2..], 16).ok(),
        [b'0', b'b' | b'B', ..] => u64::from_str_radix(&digits[2..], 2).ok(),
        [b'0', _, ..] if bytes.iter().all(u8::is_ascii_digit) => u64::from_str_radix(digits, 8).ok(),
        _ => digits.parse().ok(),
    }
}

/// The bits of a double's text: `0d...` or `1.5`.
pub fn float(text: &str) -> Option<u64> {
    match text.as_bytes() {
        [b'0', b'd' | b'D', ..] => u64::from_str_radix(&text[2..], 16).ok(),
        [b'0', b'f' | b'F', ..] => u32::from_str_radix(&text[2..], 16).ok().map(u64::from),
        _ => text.parse::<f64>().ok().map(f64::to_bits),
    }
}
