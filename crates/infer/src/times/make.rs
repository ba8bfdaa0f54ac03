//! `np.datetime64(value, unit)` and `np.timedelta64(value, unit)`; dates as text, as ISO 8601 writes them.

use super::{NAT, convert, count, is_time, time};
use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_types::{Kind, NamedUnit, TimeUnit, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] =
    &[("numpy.datetime64", |cx, a| make(cx, a, Kind::Date)), ("numpy.timedelta64", |cx, a| make(cx, a, Kind::Span))];

/// The type that a name of NumPy stands for: `datetime64[D]`, `m8[ns]`.
pub fn from_name(name: &str) -> Option<Ty> {
    let (kind, unit) = name.strip_suffix(']').and_then(|n| n.split_once('[')).unwrap_or((name, "generic"));
    let unit = TimeUnit::from_name(unit)?;
    match kind {
        "datetime64" | "M8" => Some(Ty::new(Kind::Date(unit))),
        "timedelta64" | "m8" => Some(Ty::new(Kind::Span(unit))),
        _ => None,
    }
}

fn make(cx: &mut Cx<'_>, args: &CallArgs, kind: fn(TimeUnit) -> Kind) -> Rule {
    let Some(vals) = positional(args, 1..=2) else {
        return Ok(None);
    };
    let unit = vals.get(1).map(|unit| unit_of(cx, *unit)).transpose()?;
    let value = vals[0];
    if let Some(text) = value.literal_str() {
        return known(cx, text, unit, kind).map(Some);
    }
    let ty = match (value.ty.kind(), unit) {
        (Kind::Date(own) | Kind::Span(own), unit) => Ty::new(kind(unit.unwrap_or(*own))),
        (_, Some(unit)) => Ty::new(kind(unit)),
        (_, None) if is_of_dates(kind) => {
            return Err(cx.error("np.datetime64() of an integer needs a unit"));
        }
        _ => Ty::new(kind(TimeUnit::GENERIC)),
    };
    let fits = is_time(value.ty) && coluber_types::conversion(value.ty, ty).is_some();
    if !fits && !value.ty.unliteral().is_int() {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        if is_time(e.ty(a[0])) {
            return convert::convert(e, a[0], ty);
        }
        let v = count(e, a[0]);
        time(e, v, ty)
    })))
}

fn is_of_dates(kind: fn(TimeUnit) -> Kind) -> bool {
    matches!(kind(TimeUnit::GENERIC), Kind::Date(_))
}

fn unit_of(cx: &Cx<'_>, unit: Val) -> Result<TimeUnit> {
    match unit.literal_str().and_then(TimeUnit::from_name) {
        Some(unit) => Ok(unit),
        None => Err(cx.error(format!("the unit of a time must be a constant such as 'D' or 'ns', not {}", unit.ty))),
    }
}

/// The time of a given type that a constant text says.
pub fn constant(cx: &Cx<'_>, text: &str, ty: Ty) -> Result<Option<Resolved>> {
    Ok(match ty.kind() {
        Kind::Date(unit) => Some(known(cx, text, Some(*unit), Kind::Date)?),
        Kind::Span(unit) => Some(known(cx, text, Some(*unit), Kind::Span)?),
        _ => None,
    })
}

/// The time that a constant text says.
fn known(cx: &Cx<'_>, text: &str, unit: Option<TimeUnit>, kind: fn(TimeUnit) -> Kind) -> Result<Resolved> {
    let is_date = is_of_dates(kind);
    let parsed = match text {
        "NaT" | "nat" | "NAT" | "" => Some((NAT, NamedUnit::Generic)),
        _ if is_date => parse(text),
        _ => text.trim().parse().ok().map(|count| (count, NamedUnit::Generic)),
    };
    let Some((value, own)) = parsed else {
        let class = if is_date { "datetime64" } else { "timedelta64" };
        return Err(cx.error(format!("{text:?} is no np.{class} that compiled code knows")));
    };
    let (from, ty) = (Ty::new(kind(own.into())), Ty::new(kind(unit.unwrap_or(own.into()))));
    Ok(Resolved::one(Val::new(ty), move |e, _| {
        let v = e.i64(value);
        let v = time(e, v, from);
        convert::convert(e, v, ty)
    }))
}

/// The digits at the start of a text as a number, and what follows.
fn digits(text: &str, count: usize) -> Option<(i64, &str)> {
    let (number, rest) = text.split_at_checked(count)?;
    let all = number.bytes().all(|b| b.is_ascii_digit());
    if all { Some((number.parse().ok()?, rest)) } else { None }
}

/// A date and time, and the unit of its last part.
fn parse(text: &str) -> Option<(i64, NamedUnit)> {
    let (year, rest) = digits(text, 4)?;
    if rest.is_empty() {
        return Some((year - 1970, NamedUnit::Year));
    }
    let (month, rest) = digits(rest.strip_prefix('-')?, 2).filter(|(m, _)| (1..=12).contains(m))?;
    if rest.is_empty() {
        return Some(((year - 1970) * 12 + month - 1, NamedUnit::Month));
    }
    let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let days = days_from_civil(year, month, day)?;
    match rest.strip_prefix(['T', ' ']) {
        None => rest.is_empty().then_some((days, NamedUnit::Day)),
        Some(clock) => parse_clock(days, clock),
    }
}

fn parse_clock(days: i64, text: &str) -> Option<(i64, NamedUnit)> {
    let (hour, rest) = digits(text, 2).filter(|(h, _)| *h < 24)?;
    let total = days.checked_mul(24)?.checked_add(hour)?;
    if rest.is_empty() {
        return Some((total, NamedUnit::Hour));
    }
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2).filter(|(m, _)| *m < 60)?;
    let total = total.checked_mul(60)?.checked_add(minute)?;
    if rest.is_empty() {
        return Some((total, NamedUnit::Minute));
    }
    let (second, rest) = digits(rest.strip_prefix(':')?, 2).filter(|(s, _)| *s < 60)?;
    let total = total.checked_mul(60)?.checked_add(second)?;
    if rest.is_empty() {
        return Some((total, NamedUnit::Second));
    }
    let fraction = rest.strip_prefix('.').filter(|f| !f.is_empty() && f.len() <= 18)?;
    let units =
        [NamedUnit::Milli, NamedUnit::Micro, NamedUnit::Nano, NamedUnit::Pico, NamedUnit::Femto, NamedUnit::Atto];
    let unit = units[(fraction.len() - 1) / 3];
    let places = fraction.len().div_ceil(3) * 3;
    let (part, _) = digits(fraction, fraction.len())?;
    let part = part.checked_mul(10i64.checked_pow((places - fraction.len()) as u32)?)?;
    Some((total.checked_mul(10i64.checked_pow(places as u32)?)?.checked_add(part)?, unit))
}

/// Days from 1970; None for a day that the month has not.
fn days_from_civil(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1..=length).contains(&day) {
        return None;
    }
    // Years begin in March, so that leap days are the last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(365 * year + leaps + (153 * month + 2) / 5 + day - 1 - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        assert_eq!(parse("1970"), Some((0, NamedUnit::Year)));
        assert_eq!(parse("1969-11"), Some((-2, NamedUnit::Month)));
        assert_eq!(parse("2000-03-01"), Some((11017, NamedUnit::Day)));
        assert_eq!(parse("1970-01-02T03:04"), Some((27 * 60 + 4, NamedUnit::Minute)));
        assert_eq!(parse("1970-01-01 00:00:01.5"), Some((1500, NamedUnit::Milli)));
        assert_eq!(parse("1970-01-01T00:00:00.0000001"), Some((100, NamedUnit::Nano)));
        for wrong in ["1970-13", "1970-02-29", "70", "1970-01-01T24", "1970-01-01T00:00:00.", "1970-01-01x"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
