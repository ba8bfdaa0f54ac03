//! One unit as another. Days and months are converted as in the calendar of Gregory, extended to all years, by arithmetic without
//! branches (H. Hinnant, "chrono-compatible low-level date algorithms").

use super::{count, is_nat, is_time, time, unless};
use crate::emit::Emitter;
use crate::numbers::int_divmod;
use coluber_ir::Value;
use coluber_ir::typed::Arith;
use coluber_ops::CmpOp;
use coluber_types::{Kind, NamedUnit, TimeUnit, Ty};

/// Days from the first of March of year 0 to 1970.
const EPOCH: i64 = 719_468;
const DAYS_OF_400_YEARS: i64 = 146_097;

/// Whether `astype` converts elements of these types. Only where no times are among them everything is converted to everything.
pub fn is_cast(from: Ty, to: Ty) -> bool {
    let to_number = is_time(from) && to.is_number() && !matches!(to.kind(), Kind::Complex(_));
    !(is_time(from) || is_time(to)) || to_number || coluber_types::conversion(from, to).is_some()
}

/// A time in another unit; coarser units round down.
pub fn convert(e: &mut Emitter<'_>, v: Value, to: Ty) -> Value {
    let from = e.ty(v);
    let (Kind::Date(a) | Kind::Span(a), Kind::Date(b) | Kind::Span(b)) = (from.kind(), to.kind()) else {
        let v = count(e, v);
        return time(e, v, to);
    };
    let plain = count(e, v);
    if a == b || *a == TimeUnit::GENERIC || *b == TimeUnit::GENERIC {
        return time(e, plain, to);
    }
    let converted = in_unit(e, plain, *a, *b);
    let bad = is_nat(e, plain);
    let converted = unless(e, bad, converted);
    time(e, converted, to)
}

fn in_unit(e: &mut Emitter<'_>, v: Value, from: TimeUnit, to: TimeUnit) -> Value {
    match (from.base.is_calendar(), to.base.is_calendar()) {
        (true, false) => {
            let months = scaled(e, v, from, NamedUnit::Month.into());
            let days = days_of_months(e, months);
            scaled(e, days, NamedUnit::Day.into(), to)
        }
        (false, true) => {
            let days = scaled(e, v, from, NamedUnit::Day.into());
            let months = months_of_days(e, days);
            scaled(e, months, NamedUnit::Month.into(), to)
        }
        _ => scaled(e, v, from, to),
    }
}

/// The count of another unit, rounded down; the units are both calendar units, or neither is.
fn scaled(e: &mut Emitter<'_>, v: Value, from: TimeUnit, to: TimeUnit) -> Value {
    let (mut by, mut over) = (i64::from(from.count), i64::from(to.count));
    if from.base <= to.base {
        by = by.wrapping_mul(from.base.in_finer(to.base));
    } else {
        over = over.wrapping_mul(to.base.in_finer(from.base));
    }
    if by % over == 0 {
        return times(e, v, by / over);
    }
    let v = if by == 1 { v } else { times(e, v, by) };
    floor(e, v, over)
}

fn times(e: &mut Emitter<'_>, v: Value, by: i64) -> Value {
    let by = e.i64(by);
    e.mul(v, by)
}

fn plus(e: &mut Emitter<'_>, v: Value, by: i64) -> Value {
    let by = e.i64(by);
    e.add(v, by)
}

/// The quotient, rounded down.
fn floor(e: &mut Emitter<'_>, v: Value, by: i64) -> Value {
    let by = e.i64(by);
    int_divmod(e, v, by, false).0
}

fn both(e: &mut Emitter<'_>, v: Value, by: i64) -> (Value, Value) {
    let by = e.i64(by);
    int_divmod(e, v, by, false)
}

/// The quotient of numbers that are not negative.
fn over(e: &mut Emitter<'_>, v: Value, by: i64) -> Value {
    let by = e.i64(by);
    e.arith(Arith::Div, v, by)
}

/// Days from 1970 to the first of the month that comes so many months later. Years begin in March, so that leap days are the last.
fn days_of_months(e: &mut Emitter<'_>, months: Value) -> Value {
    let since_march = plus(e, months, 1970 * 12 - 2);
    let (year, month) = both(e, since_march, 12);
    let days = times(e, month, 153);
    let days = plus(e, days, 2);
    let days = over(e, days, 5);
    let (by_4, by_100, by_400) = (floor(e, year, 4), floor(e, year, 100), floor(e, year, 400));
    let whole = times(e, year, 365);
    let leap = e.sub(by_4, by_100);
    let leap = e.add(leap, by_400);
    let total = e.add(whole, leap);
    let total = e.add(total, days);
    plus(e, total, -EPOCH)
}

/// The months from 1970 to the one that a day is in.
fn months_of_days(e: &mut Emitter<'_>, days: Value) -> Value {
    let days = plus(e, days, EPOCH);
    let (era, day) = both(e, days, DAYS_OF_400_YEARS);
    // The year in the era: of its leap days, those before the day are taken away.
    let (leap, century, last) = (over(e, day, 1460), over(e, day, 36524), over(e, day, DAYS_OF_400_YEARS - 1));
    let regular = e.sub(day, leap);
    let regular = e.add(regular, century);
    let regular = e.sub(regular, last);
    let year = over(e, regular, 365);
    let (whole, by_4, by_100) = (times(e, year, 365), over(e, year, 4), over(e, year, 100));
    let before = e.add(whole, by_4);
    let before = e.sub(before, by_100);
    let of_year = e.sub(day, before);
    let month = times(e, of_year, 5);
    let month = plus(e, month, 2);
    let month = over(e, month, 153);
    let era_months = times(e, era, 400 * 12);
    let year_months = times(e, year, 12);
    let total = e.add(era_months, year_months);
    let total = e.add(total, month);
    plus(e, total, 2 - 1970 * 12)
}

/// Whether the integer of a time is not zero; NaT is.
pub fn truth(e: &mut Emitter<'_>, v: Value) -> Value {
    let v = count(e, v);
    e.compare_int(CmpOp::Ne, v, 0)
}
