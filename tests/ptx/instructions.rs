//! Instructions of PTX and models of them that share nothing with the translator.

use std::cmp::Ordering;

/// How a result is compared.
#[derive(Clone, Copy, PartialEq)]
pub enum Compare {
    Bits,
    /// Any NaN is as good as another.
    Single,
    Double,
    /// Within so many units in the last place of a `f32`.
    Near(u32),
}

pub struct Case {
    pub text: &'static str,
    pub model: fn(u64, u64, u64) -> u64,
    compare: Compare,
}

impl Case {
    pub fn same(&self, got: u64, want: u64) -> bool {
        match self.compare {
            Compare::Bits => false,
            Compare::Double => f64::from_bits(got).is_nan() && f64::from_bits(want).is_nan(),
            Compare::Single => f(got).is_nan() && f(want).is_nan(),
            Compare::Near(units) => {
                let order = |bits: u64| {
                    let bits = bits as u32 as i32;
                    i64::from(if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits })
                };
                (f(got).is_nan() && f(want).is_nan()) || (order(got) - order(want)).abs() <= i64::from(units)
            }
        }
    }
}

const fn exact(text: &'static str, model: fn(u64, u64, u64) -> u64) -> Case {
    Case { text, model, compare: Compare::Bits }
}

const fn single(text: &'static str, model: fn(u64, u64, u64) -> u64) -> Case {
    Case { text, model, compare: Compare::Single }
}

const fn double(text: &'static str, model: fn(u64, u64, u64) -> u64) -> Case {
    Case { text, model, compare: Compare::Double }
}

const fn near(text: &'static str, units: u32, model: fn(u64, u64, u64) -> u64) -> Case {
    Case { text, model, compare: Compare::Near(units) }
}

fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn of_f(value: f32) -> u64 {
    u64::from(value.to_bits())
}

fn s(bits: u64) -> i32 {
    bits as i32
}

fn u(bits: u64) -> u32 {
    bits as u32
}

fn word(value: i32) -> u64 {
    u64::from(value as u32)
}

fn ftz(value: f32) -> f32 {
    if value.is_subnormal() { 0_f32.copysign(value) } else { value }
}

/// The exact sum of two singles, rounded to zero: doubles hold the sum of what is near, and the sign of the rest.
fn sum_to_zero(a: f32, b: f32) -> f32 {
    let (x, y) = (f64::from(a), f64::from(b));
    let high = x + y;
    let of_y = high - x;
    let low = (x - (high - of_y)) + (y - of_y);
    to_zero(high, low)
}

/// `high + low` rounded to a single towards zero.
fn to_zero(high: f64, low: f64) -> f32 {
    let near = high as f32;
    if !high.is_finite() {
        return near;
    }
    let beyond = f64::from(near) - high;
    let is_beyond = if beyond == 0.0 {
        low != 0.0 && (low < 0.0) == (high > 0.0)
    } else {
        (beyond > 0.0) == (high > 0.0)
    };
    match is_beyond {
        true if near > 0.0 => near.next_down(),
        true if near < 0.0 => near.next_up(),
        _ => near,
    }
}

fn minimum(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a == b => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        _ => {
            if a < b {
                a
            } else {
                b
            }
        }
    }
}

fn field(a: u64, bits: u32, from: u32, count: u32, signed: bool) -> u64 {
    let (from, count) = (from & 255, count & 255);
    let sign_at = (from + count).saturating_sub(1).min(bits - 1);
    let sign = signed && count > 0 && (a >> sign_at) & 1 == 1;
    let mut result = 0;
    for at in 0..bits {
        let bit = if at < count && from + at < bits { (a >> (from + at)) & 1 == 1 } else { sign };
        result |= u64::from(bit) << at;
    }
    result
}

fn insert(a: u64, b: u64, bits: u32, from: u32, count: u32) -> u64 {
    let (from, count) = (from & 255, count & 255);
    let mut result = if bits == 32 { b & 0xffff_ffff } else { b };
    for at in 0..count {
        if from + at < bits {
            result = (result & !(1 << (from + at))) | (((a >> at) & 1) << (from + at));
        }
    }
    result
}

fn half(bits: u64) -> f64 {
    let (bits, sign) = (bits as u16, if bits & 0x8000 != 0 { -1.0 } else { 1.0 });
    let (exponent, fraction) = (i32::from((bits >> 10) & 31), f64::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2_f64.powi(exponent - 15),
    }
}

/// The half that is nearest, found among all.
fn to_half(value: f64) -> u64 {
    if value.is_nan() {
        return 0x7fff;
    }
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let value = value.abs();
    if value >= 65520.0 {
        return sign | 0x7c00;
    }
    let (mut low, mut high) = (0_u64, 0x7c00_u64);
    while high - low > 1 {
        let middle = u64::midpoint(low, high);
        if half(middle) <= value { low = middle } else { high = middle }
    }
    let above = if high == 0x7c00 { 65536.0 } else { half(high) };
    let (down, up) = (value - half(low), above - value);
    sign | if down < up || (down == up && low % 2 == 0) { low } else { high }
}

/// A brain float's value.
fn brain(bits: u64) -> f32 {
    f32::from_bits((bits as u16 as u32) << 16)
}

/// Of a finite single, or one that is not a number.
fn to_brain(value: f32) -> u64 {
    let bits = value.to_bits();
    if value.is_nan() { 0x7fff } else { u64::from((bits + 0x7fff + ((bits >> 16) & 1)) >> 16) }
}

/// What `of` gives of both values of packed ones.
fn both(a: u64, b: u64, of: impl Fn(u64, u64) -> u64) -> u64 {
    of(a & 0xffff, b & 0xffff) | of((a >> 16) & 0xffff, (b >> 16) & 0xffff) << 16
}

/// A half without what is below its normal numbers.
fn half_ftz(bits: u64) -> u64 {
    if bits & 0x7c00 == 0 { bits & 0x8000 } else { bits & 0xffff }
}

fn saturated(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

/// The smaller one; no number if one of them is none.
fn least(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == b {
        if a.is_sign_negative() { a } else { b }
    } else {
        a.min(b)
    }
}

fn differences(a: u64, b: u64) -> [u8; 4] {
    let (x, y) = (u(a).to_le_bytes(), u(b).to_le_bytes());
    [0, 1, 2, 3].map(|at| x[at].abs_diff(y[at]))
}

fn permute(a: u32, b: u32, c: u32) -> u32 {
    let bytes = [a.to_le_bytes(), b.to_le_bytes()].concat();
    let choose = |at: u32| {
        let selector = (c >> (4 * at)) & 15;
        let byte = bytes[(selector & 7) as usize];
        if selector & 8 == 0 {
            byte
        } else if byte & 128 != 0 {
            255
        } else {
            0
        }
    };
    u32::from_le_bytes([choose(0), choose(1), choose(2), choose(3)])
}

pub const CASES: &[Case] = &[
    exact("add.s32 %r0, %ra, %rb", |a, b, _| word(s(a).wrapping_add(s(b)))),
    exact("add.sat.s32 %r0, %ra, %rb", |a, b, _| word(s(a).saturating_add(s(b)))),
    exact("sub.sat.s32 %r0, %ra, %rb", |a, b, _| word(s(a).saturating_sub(s(b)))),
    exact("add.s64 %l0, %la, %lb", |a, b, _| a.wrapping_add(b)),
    exact("sub.u16 %h0, %ha, %hb", |a, b, _| u64::from((a as u16).wrapping_sub(b as u16))),
    exact("mul.lo.s32 %r0, %ra, %rb", |a, b, _| word(s(a).wrapping_mul(s(b)))),
    exact("mul.lo.u16 %h0, %ha, %hb", |a, b, _| u64::from((a as u16).wrapping_mul(b as u16))),
    exact("mul.hi.s32 %r0, %ra, %rb", |a, b, _| {
        ((i64::from(s(a)) * i64::from(s(b))) >> 32) as u64 & 0xffff_ffff
    }),
    exact("mul.hi.u32 %r0, %ra, %rb", |a, b, _| (u64::from(u(a)) * u64::from(u(b))) >> 32),
    exact("mul.hi.s64 %l0, %la, %lb", |a, b, _| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64),
    exact("mul.hi.u64 %l0, %la, %lb", |a, b, _| ((u128::from(a) * u128::from(b)) >> 64) as u64),
    exact("mul.wide.s32 %l0, %ra, %rb", |a, b, _| (i64::from(s(a)) * i64::from(s(b))) as u64),
    exact("mul.wide.u32 %l0, %ra, %rb", |a, b, _| u64::from(u(a)) * u64::from(u(b))),
    exact("mul.wide.s16 %r0, %ha, %hb", |a, b, _| word(i32::from(a as i16) * i32::from(b as i16))),
    exact("mad.lo.s32 %r0, %ra, %rb, %rc", |a, b, c| word(s(a).wrapping_mul(s(b)).wrapping_add(s(c)))),
    exact("mad.wide.s32 %l0, %ra, %rb, %lc", |a, b, c| {
        (i64::from(s(a)) * i64::from(s(b))).wrapping_add(c as i64) as u64
    }),
    exact("mad.hi.u32 %r0, %ra, %rb, %rc", |a, b, c| {
        u64::from(((u64::from(u(a)) * u64::from(u(b))) >> 32) as u32).wrapping_add(u64::from(u(c)))
            & 0xffff_ffff
    }),
    exact(
        "div.s32 %r0, %ra, %rb",
        |a, b, _| if u(b) == 0 { 0xffff_ffff } else { word(s(a).wrapping_div(s(b))) },
    ),
    exact(
        "rem.s64 %l0, %la, %lb",
        |a, b, _| if b == 0 { a } else { (a as i64).wrapping_rem(b as i64) as u64 },
    ),
    exact("div.u64 %l0, %la, %lb", |a, b, _| a.checked_div(b).unwrap_or(u64::MAX)),
    exact("abs.s32 %r0, %ra", |a, _, _| word(s(a).wrapping_abs())),
    exact("neg.s64 %l0, %la", |a, _, _| a.wrapping_neg()),
    exact("sad.s32 %r0, %ra, %rb, %rc", |a, b, c| u64::from(u(c).wrapping_add(s(a).abs_diff(s(b))))),
    exact("min.s32 %r0, %ra, %rb", |a, b, _| word(s(a).min(s(b)))),
    exact("max.u64 %l0, %la, %lb", |a, b, _| a.max(b)),
    exact("min.s16 %h0, %ha, %hb", |a, b, _| u64::from((a as i16).min(b as i16) as u16)),
    exact("not.b32 %r0, %ra", |a, _, _| u64::from(!u(a))),
    exact("cnot.b32 %r0, %ra", |a, _, _| u64::from(u(a) == 0)),
    exact("xor.b64 %l0, %la, %lb", |a, b, _| a ^ b),
    exact("shl.b32 %r0, %ra, %rb", |a, b, _| u64::from(u(a).checked_shl(u(b)).unwrap_or(0))),
    exact("shr.u64 %l0, %la, %rb", |a, b, _| a.checked_shr(u(b)).unwrap_or(0)),
    exact("shr.s32 %r0, %ra, %rb", |a, b, _| word(s(a) >> u(b).min(31))),
    exact("shr.s16 %h0, %ha, %rb", |a, b, _| u64::from((a as i16 >> u(b).min(15)) as u16)),
    exact("shf.l.wrap.b32 %r0, %ra, %rb, %rc", |a, b, c| {
        (((u64::from(u(b)) << 32 | u64::from(u(a))) << (c & 31)) >> 32) & 0xffff_ffff
    }),
    exact("shf.r.clamp.b32 %r0, %ra, %rb, %rc", |a, b, c| {
        ((u64::from(u(b)) << 32 | u64::from(u(a))) >> u(c).min(32)) & 0xffff_ffff
    }),
    exact("bfe.u32 %r0, %ra, %rb, %rc", |a, b, c| field(a & 0xffff_ffff, 32, u(b), u(c), false)),
    exact("bfe.s32 %r0, %ra, %rb, %rc", |a, b, c| field(a & 0xffff_ffff, 32, u(b), u(c), true)),
    exact("bfe.s64 %l0, %la, %rb, %rc", |a, b, c| field(a, 64, u(b), u(c), true)),
    exact("bfi.b32 %r0, %ra, %rb, %rc, 9", |a, b, c| insert(a & 0xffff_ffff, b, 32, u(c), 9)),
    exact("bfi.b64 %l0, %la, %lb, 7, %rc", |a, b, c| insert(a, b, 64, 7, u(c))),
    exact("popc.b64 %r0, %la", |a, _, _| u64::from(a.count_ones())),
    exact("clz.b32 %r0, %ra", |a, _, _| u64::from(u(a).leading_zeros())),
    exact("brev.b32 %r0, %ra", |a, _, _| u64::from(u(a).reverse_bits())),
    exact("brev.b64 %l0, %la", |a, _, _| a.reverse_bits()),
    exact("bfind.u32 %r0, %ra", |a, _, _| u64::from(u(a).checked_ilog2().unwrap_or(u32::MAX))),
    exact("bfind.s32 %r0, %ra", |a, _, _| {
        u64::from((if s(a) < 0 { !u(a) } else { u(a) }).checked_ilog2().unwrap_or(u32::MAX))
    }),
    exact("prmt.b32 %r0, %ra, %rb, %rc", |a, b, c| u64::from(permute(u(a), u(b), u(c)))),
    exact("lop3.b32 %r0, %ra, %rb, %rc, 0xe8", |a, b, c| {
        u64::from((u(a) & u(b)) | (u(b) & u(c)) | (u(a) & u(c)))
    }),
    exact("dp4a.s32.u32 %r0, %ra, %rb, %rc", |a, b, c| {
        let (x, y) = (u(a).to_le_bytes(), u(b).to_le_bytes());
        let sum: i32 = (0..4).map(|at| i32::from(x[at] as i8) * i32::from(y[at])).sum();
        word(s(c).wrapping_add(sum))
    }),
    exact("{ .reg .b32 %t; add.cc.u32 %t, %ra, %rb; addc.u32 %r0, %rc, 5; }", |a, b, c| {
        u64::from(u(c).wrapping_add(5).wrapping_add(u32::from(u(a).checked_add(u(b)).is_none())))
    }),
    exact("{ .reg .b32 %t; sub.cc.u32 %t, %ra, %rb; subc.u32 %r0, %rc, 5; }", |a, b, c| {
        u64::from(u(c).wrapping_sub(5).wrapping_sub(u32::from(u(a) < u(b))))
    }),
    exact("{ .reg .b64 %t; mad.lo.cc.u64 %t, %la, %lb, %lc; madc.hi.u64 %l0, %la, %lb, 0; }", |a, b, c| {
        ((u128::from(a) * u128::from(b) + u128::from(c)) >> 64) as u64
    }),
    exact("{ .reg .pred %t; setp.lt.s32 %t, %ra, %rb; selp.b32 %r0, %ra, %rc, %t; }", |a, b, c| {
        if s(a) < s(b) { a & 0xffff_ffff } else { c & 0xffff_ffff }
    }),
    exact(
        "{ .reg .pred %t, %v; setp.geu.and.f32 %t|%v, %fa, %fb, %pc; selp.u32 %r0, 1, 0, %t; @%v or.b32 %r0, %r0, 2; }",
        |a, b, c| {
            let test = f(a).partial_cmp(&f(b)) != Some(Ordering::Less);
            u64::from(test && c & 1 == 1) | u64::from(!test && c & 1 == 1) << 1
        },
    ),
    exact("{ .reg .pred %t; setp.ne.f64 %t, %da, %db; selp.u32 %r0, 1, 0, %t; }", |a, b, _| {
        u64::from(d(a) < d(b) || d(a) > d(b))
    }),
    exact("{ .reg .pred %t; setp.nan.f32 %t, %fa, %fb; selp.u32 %r0, 1, 0, %t; }", |a, b, _| {
        u64::from(f(a).is_nan() || f(b).is_nan())
    }),
    exact("set.lt.u32.s32 %r0, %ra, %rb", |a, b, _| if s(a) < s(b) { 0xffff_ffff } else { 0 }),
    exact(
        "slct.s32.s32 %r0, %ra, %rb, %rc",
        |a, b, c| if s(c) >= 0 { a & 0xffff_ffff } else { b & 0xffff_ffff },
    ),
    exact("mov.b64 %l0, {%ra, %rb}", |a, b, _| (a & 0xffff_ffff) | b << 32),
    exact("{ .reg .b32 %t; mov.b64 {%t, %r0}, %la; }", |a, _, _| a >> 32),
    single("add.f32 %f0, %fa, %fb", |a, b, _| of_f(f(a) + f(b))),
    single("add.rz.f32 %f0, %fa, %fb", |a, b, _| of_f(sum_to_zero(f(a), f(b)))),
    single("add.ftz.f32 %f0, %fa, %fb", |a, b, _| of_f(ftz(ftz(f(a)) + ftz(f(b))))),
    single("mul.sat.f32 %f0, %fa, %fb", |a, b, _| {
        let product = f(a) * f(b);
        of_f(if product > 0.0 { product.min(1.0) } else { 0.0 })
    }),
    single("mul.rz.f32 %f0, %fa, %fb", |a, b, _| of_f(to_zero(f64::from(f(a)) * f64::from(f(b)), 0.0))),
    double("sub.f64 %d0, %da, %db", |a, b, _| (d(a) - d(b)).to_bits()),
    double("fma.rn.f64 %d0, %da, %db, %dc", |a, b, c| d(a).mul_add(d(b), d(c)).to_bits()),
    single("fma.rn.f32 %f0, %fa, %fb, %fc", |a, b, c| of_f(f(a).mul_add(f(b), f(c)))),
    double("div.rn.f64 %d0, %da, %db", |a, b, _| (d(a) / d(b)).to_bits()),
    single("div.rn.f32 %f0, %fa, %fb", |a, b, _| of_f(f(a) / f(b))),
    single("rcp.rn.f32 %f0, %fa", |a, _, _| of_f(1.0 / f(a))),
    double("sqrt.rn.f64 %d0, %da", |a, _, _| d(a).sqrt().to_bits()),
    single("min.f32 %f0, %fa, %fb", |a, b, _| of_f(minimum(f(a), f(b)))),
    single("max.NaN.f32 %f0, %fa, %fb", |a, b, _| {
        of_f(if f(a).is_nan() || f(b).is_nan() { f32::NAN } else { -minimum(-f(a), -f(b)) })
    }),
    single("neg.f32 %f0, %fa", |a, _, _| of_f(-f(a))),
    double("abs.f64 %d0, %da", |a, _, _| d(a).abs().to_bits()),
    single("copysign.f32 %f0, %fa, %fb", |a, b, _| of_f(f(b).copysign(f(a)))),
    near("rsqrt.approx.f32 %f0, %fa", 4, |a, _, _| of_f((1.0 / f64::from(f(a)).sqrt()) as f32)),
    near("ex2.approx.ftz.f32 %f0, %fa", 4, |a, _, _| of_f(ftz(f64::from(ftz(f(a))).exp2() as f32))),
    near("lg2.approx.f32 %f0, %fa", 4, |a, _, _| of_f(f64::from(f(a)).log2() as f32)),
    exact("cvt.s64.s32 %l0, %ra", |a, _, _| i64::from(s(a)) as u64),
    exact("cvt.u64.u32 %l0, %ra", |a, _, _| u64::from(u(a))),
    exact("cvt.s32.s8 %r0, %ra", |a, _, _| word(i32::from(a as i8))),
    exact("cvt.u16.u64 %h0, %la", |a, _, _| a & 0xffff),
    exact("cvt.sat.u8.s32 %r0, %ra", |a, _, _| s(a).clamp(0, 255) as u64),
    exact("cvt.sat.s32.u64 %r0, %la", |a, _, _| a.min(0x7fff_ffff)),
    exact("cvt.rzi.s32.f32 %r0, %fa", |a, _, _| word(f(a) as i32)),
    exact("cvt.rni.s32.f32 %r0, %fa", |a, _, _| word(f(a).round_ties_even() as i32)),
    exact("cvt.rmi.u32.f32 %r0, %fa", |a, _, _| u64::from(f(a).floor() as u32)),
    exact(
        "cvt.rpi.s64.f64 %l0, %da",
        |a, _, _| {
            if d(a).is_nan() { 1 << 63 } else { d(a).ceil() as i64 as u64 }
        },
    ),
    exact("cvt.rzi.u64.f64 %l0, %da", |a, _, _| if d(a).is_nan() { 1 << 63 } else { d(a) as u64 }),
    double("cvt.rn.f64.s64 %d0, %la", |a, _, _| (a as i64 as f64).to_bits()),
    single("cvt.rn.f32.u64 %f0, %la", |a, _, _| of_f(a as f32)),
    single("cvt.rz.f32.s32 %f0, %ra", |a, _, _| of_f(to_zero(f64::from(s(a)), 0.0))),
    single("cvt.rn.f32.f64 %f0, %da", |a, _, _| of_f(d(a) as f32)),
    single("cvt.rz.f32.f64 %f0, %da", |a, _, _| of_f(to_zero(d(a), 0.0))),
    double("cvt.f64.f32 %d0, %fa", |a, _, _| f64::from(f(a)).to_bits()),
    single("cvt.rmi.f32.f32 %f0, %fa", |a, _, _| of_f(f(a).floor())),
    exact("cvt.rn.f16.f32 %h0, %fa", |a, _, _| to_half(f64::from(f(a)))),
    exact("cvt.rn.f16.f64 %h0, %da", |a, _, _| to_half(d(a))),
    single("cvt.f32.f16 %f0, %ha", |a, _, _| of_f(half(a) as f32)),
    exact("add.rn.f16 %h0, %ha, %hb", |a, b, _| to_half(half(a) + half(b))),
    exact("mul.rn.f16x2 %r0, %ra, %rb", |a, b, _| {
        to_half(half(a) * half(b)) | to_half(half(a >> 16 & 0xffff) * half(b >> 16 & 0xffff)) << 16
    }),
    exact("cvt.rn.bf16.f32 %h0, %fa", |a, _, _| to_brain(f(a))),
    exact("add.sat.f16 %h0, %ha, %hb", |a, b, _| to_half(saturated(half(a) + half(b)))),
    exact("sub.ftz.f16 %h0, %ha, %hb", |a, b, _| half_ftz(to_half(half(half_ftz(a)) - half(half_ftz(b))))),
    exact("mul.sat.f16x2 %r0, %ra, %rb", |a, b, _| both(a, b, |x, y| to_half(saturated(half(x) * half(y))))),
    exact("fma.rn.relu.f16 %h0, %ha, %hb, %hc", |a, b, c| {
        let exact = half(a) * half(b) + half(c);
        // The sum of a product of halves and a half has at most 53 bits, unless they are far apart: then it rounds as the larger.
        to_half(if exact <= 0.0 { 0.0 } else { exact })
    }),
    exact("min.NaN.f16 %h0, %ha, %hb", |a, b, _| to_half(least(half(a), half(b)))),
    exact("max.NaN.f16x2 %r0, %ra, %rb", |a, b, _| both(a, b, |x, y| to_half(-least(-half(x), -half(y))))),
    exact("min.NaN.bf16 %h0, %ha, %hb", |a, b, _| {
        to_brain(least(f64::from(brain(a)), f64::from(brain(b))) as f32)
    }),
    exact("set.eq.f16.f16 %h0, %ha, %hb", |a, b, _| if half(a) == half(b) { 0x3c00 } else { 0 }),
    exact(
        "set.nan.u16.f16 %h0, %ha, %hb",
        |a, b, _| {
            if half(a).is_nan() || half(b).is_nan() { 0xffff } else { 0 }
        },
    ),
    exact("set.gt.f16x2.f16x2 %r0, %ra, %rb", |a, b, _| {
        both(a, b, |x, y| if half(x) > half(y) { 0x3c00 } else { 0 })
    }),
    exact("set.lt.ftz.u32.f16x2 %r0, %ra, %rb", |a, b, _| {
        both(a, b, |x, y| if half(half_ftz(x)) < half(half_ftz(y)) { 0xffff } else { 0 })
    }),
    exact("set.leu.bf16x2.bf16x2 %r0, %ra, %rb", |a, b, _| {
        both(a, b, |x, y| if brain(x).partial_cmp(&brain(y)) == Some(Ordering::Greater) { 0 } else { 0x3f80 })
    }),
    exact(
        "{ .reg .pred %t, %v; setp.ge.f16x2 %t|%v, %ra, %rb; selp.u32 %r0, 1, 0, %t; @%v or.b32 %r0, %r0, 2; }",
        |a, b, _| {
            let tests = both(a, b, |x, y| u64::from(half(x) >= half(y)));
            tests & 1 | tests >> 15
        },
    ),
    single("min.xorsign.abs.f32 %f0, %fa, %fb", |a, b, _| {
        let sign = if f(a).is_sign_negative() == f(b).is_sign_negative() { 1.0 } else { -1.0 };
        of_f(minimum(f(a).abs(), f(b).abs()).copysign(sign))
    }),
    exact("vabsdiff4.u32.u32.u32 %r0, %ra, %rb, %rc", |a, b, _| {
        u64::from(u32::from_le_bytes(differences(a, b)))
    }),
    exact("vabsdiff4.u32.u32.u32.add %r0, %ra, %rb, %rc", |a, b, c| {
        let sum: u32 = differences(a, b).into_iter().map(u32::from).sum();
        u64::from(u(c).wrapping_add(sum))
    }),
];

/// Edges of all types, and numbers between.
pub fn inputs() -> Vec<[u64; 3]> {
    let words =
        [0_u32, 1, 2, 7, 31, 32, 33, 255, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
    let singles =
        [0.0_f32, -0.0, 1.0, -1.5, 0.5, 2.5, 3.5, 1e-40, -1e-40, 3e38, -3e38, 65519.9, 1e9, 16777217.0, 6e-8];
    let mut edges: Vec<u64> = words.iter().map(|word| u64::from(*word)).collect();
    edges.extend(singles.iter().map(|single| of_f(*single)));
    edges.extend([f32::INFINITY, f32::NEG_INFINITY, f32::NAN].map(of_f));
    edges.extend(
        [0.0_f64, -1.5, 2.5, 1e300, -1e18, 1.8e19, 5e-324, 65520.0, f64::INFINITY, f64::NAN]
            .map(f64::to_bits),
    );
    edges.extend([u64::MAX, 1 << 63, i64::MAX as u64, 0x3c00, 0x3c01, 0x7bff, 0x0001, 0x83ff, 0x7c00_7c00]);
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 29)
    };
    let mut found = Vec::new();
    for (at, a) in edges.iter().enumerate() {
        for (other, b) in edges.iter().enumerate() {
            found.push([*a, *b, edges[(at * 7 + other * 3) % edges.len()]]);
        }
    }
    for _ in 0..1000 {
        found.push([random(), random(), random()]);
        // Numbers of like size.
        found.push([random() & 0x3fff_ffff, random() & 0x3fff_ffff, random() & 31]);
    }
    found
}

/// A kernel that runs all cases for the inputs: each thread one line of them.
pub fn module() -> String {
    let mut text = String::from(
        ".version 8.6\n.target sm_90\n.address_size 64\n\
         .visible .entry instructions(.param .u64 in, .param .u64 out, .param .u32 count)\n{\n\
         .reg .b64 %l<9>, %la, %lb, %lc; .reg .b32 %r<9>, %ra, %rb, %rc; .reg .b16 %h<9>, %ha, %hb, %hc;\n\
         .reg .f32 %f<9>, %fa, %fb, %fc; .reg .f64 %d<9>, %da, %db, %dc; .reg .pred %p<9>, %pa, %pb, %pc;\n\
         .reg .b64 %in, %out, %step; .reg .b32 %n, %i, %j, %k; .reg .pred %q;\n\
         ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; ld.param.u32 %n, [count];\n\
         mov.u32 %i, %ctaid.x; mov.u32 %j, %ntid.x; mov.u32 %k, %tid.x; mad.lo.s32 %i, %i, %j, %k;\n\
         setp.ge.u32 %q, %i, %n; @%q bra DONE;\n\
         mad.wide.u32 %in, %i, 24, %in; mad.wide.u32 %out, %i, 8, %out; mul.wide.u32 %step, %n, 8;\n\
         ld.global.u64 %la, [%in]; ld.global.u64 %lb, [%in+8]; ld.global.u64 %lc, [%in+16];\n",
    );
    for name in ["a", "b", "c"] {
        text += &format!(
            "cvt.u32.u64 %r{name}, %l{name}; cvt.u16.u64 %h{name}, %l{name}; mov.b32 %f{name}, %r{name};\n\
             mov.b64 %d{name}, %l{name}; and.b32 %r8, %r{name}, 1; setp.eq.u32 %p{name}, %r8, 1;\n"
        );
    }
    for case in CASES {
        text += case.text;
        text += if case.text.starts_with('{') { "\n" } else { ";\n" };
        let result = ["%l0", "%r0", "%h0", "%f0", "%d0"].into_iter().find(|name| case.text.contains(name));
        text += match result {
            Some("%r0") => "cvt.u64.u32 %l1, %r0;",
            Some("%h0") => "cvt.u64.u16 %l1, %h0;",
            Some("%f0") => "mov.b32 %r1, %f0; cvt.u64.u32 %l1, %r1;",
            Some("%d0") => "mov.b64 %l1, %d0;",
            _ => "mov.b64 %l1, %l0;",
        };
        text += " st.global.u64 [%out], %l1; add.s64 %out, %out, %step;\n";
    }
    text + "DONE:\nret;\n}\n"
}
