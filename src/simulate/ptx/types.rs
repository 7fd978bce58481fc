//! The fundamental types of PTX.

/// What the bits of a value mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Bits,
    Unsigned,
    Signed,
    Float,
    Brain,
    Predicate,
}

/// A type: `.u32`, `.f64`, `.pred`; `lanes` is 2 for packed ones (`.f16x2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    pub kind: Kind,
    /// The bits of the whole value.
    pub bits: u32,
    pub lanes: u32,
}

impl Type {
    pub const fn new(kind: Kind, bits: u32) -> Type {
        Type { kind, bits, lanes: 1 }
    }

    pub const fn unsigned(bits: u32) -> Type {
        Type::new(Kind::Unsigned, bits)
    }

    pub const fn float(bits: u32) -> Type {
        Type::new(Kind::Float, bits)
    }

    pub const PREDICATE: Type = Type::new(Kind::Predicate, 1);

    /// The type of this name, without a dot.
    pub fn named(name: &str) -> Option<Type> {
        let packed = |kind| Some(Type { kind, bits: 32, lanes: 2 });
        match name {
            "pred" => return Some(Type::PREDICATE),
            "bf16" => return Some(Type::new(Kind::Brain, 16)),
            "f16x2" => return packed(Kind::Float),
            "bf16x2" => return packed(Kind::Brain),
            "u16x2" => return packed(Kind::Unsigned),
            "s16x2" => return packed(Kind::Signed),
            _ => {}
        }
        let kind = match name.as_bytes().first()? {
            b'b' => Kind::Bits,
            b'u' => Kind::Unsigned,
            b's' => Kind::Signed,
            b'f' => Kind::Float,
            _ => return None,
        };
        let bits: u32 = match &name[1..] {
            "8" => 8,
            "16" => 16,
            "32" => 32,
            "64" => 64,
            "128" => 128,
            _ => return None,
        };
        let exists = match kind {
            Kind::Float => (16..=64).contains(&bits),
            Kind::Bits => true,
            _ => bits <= 64,
        };
        exists.then_some(Type::new(kind, bits))
    }

    pub fn bytes(self) -> u32 {
        self.bits.div_ceil(8)
    }

    pub fn is_signed(self) -> bool {
        self.kind == Kind::Signed
    }
}
