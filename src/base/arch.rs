//! The architectures that a region may be compiled for.

use std::fmt;
use std::str::FromStr;

/// An offload target, as `--offload-arch` names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OffloadArch {
    /// NVIDIA, `sm_80`: the number with its letter, if it has one (`90a`).
    Nvidia(String),
    /// AMD, `gfx90a`: what follows `gfx`.
    Amd(String),
    /// LLVM's host plugin: virtual devices on this CPU, with their own memory.
    Host,
    /// Whatever device the machine has that offcy can compile for.
    Native,
}

/// A text that names no architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownArch(String);

impl fmt::Display for UnknownArch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not an architecture that offcy knows: sm_80 (NVIDIA), gfx90a (AMD), x86_64 (a virtual \
             device on this machine's CPU), native",
            self.0
        )
    }
}

impl std::error::Error for UnknownArch {}

impl FromStr for OffloadArch {
    type Err = UnknownArch;

    fn from_str(text: &str) -> Result<OffloadArch, UnknownArch> {
        let unknown = || UnknownArch(text.to_string());
        if let Some(number) = text.strip_prefix("sm_") {
            let digits = number.strip_suffix(['a', 'f']).unwrap_or(number);
            let good = (2..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
            return if good { Ok(OffloadArch::Nvidia(number.to_string())) } else { Err(unknown()) };
        }
        if let Some(number) = text.strip_prefix("gfx") {
            let good = (3..=4).contains(&number.len())
                && number.starts_with(|first: char| first.is_ascii_digit())
                && number.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
            return if good { Ok(OffloadArch::Amd(number.to_string())) } else { Err(unknown()) };
        }
        match text {
            "x86_64" => Ok(OffloadArch::Host),
            "native" => Ok(OffloadArch::Native),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for OffloadArch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OffloadArch::Nvidia(number) => write!(f, "sm_{number}"),
            OffloadArch::Amd(number) => write!(f, "gfx{number}"),
            OffloadArch::Host => f.write_str("x86_64"),
            OffloadArch::Native => f.write_str("native"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_there_and_back() {
        for name in ["sm_80", "sm_90a", "sm_100", "gfx90a", "gfx1100", "x86_64", "native"] {
            assert_eq!(name.parse::<OffloadArch>().expect(name).to_string(), name);
        }
        for name in
            ["", "sm_", "sm_8x", "sm_9000", "gfx", "gfxabc", "gfx90A", "cuda", "X86_64", "sm_90,sm_80"]
        {
            assert!(name.parse::<OffloadArch>().is_err(), "{name}");
        }
    }
}
