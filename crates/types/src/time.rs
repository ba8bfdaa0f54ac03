//! The units of datetime64 and timedelta64.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! units {
    ($($(#[$doc:meta])* $variant:ident $name:literal $number:literal;)*) => {
        /// A unit of time that has a name. Those that are finer come later.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum NamedUnit {
            $($(#[$doc])* $variant,)*
        }

        impl NamedUnit {
            /// NumPy's name.
            pub fn name(self) -> &'static str {
                match self { $(NamedUnit::$variant => $name,)* }
            }

            /// The unit with this name.
            pub fn from_name(name: &str) -> Option<NamedUnit> {
                match name { $($name => Some(NamedUnit::$variant),)* _ => None }
            }

            /// `NPY_DATETIMEUNIT`
            pub fn number(self) -> u8 {
                match self { $(NamedUnit::$variant => $number,)* }
            }

            /// The unit with this `NPY_DATETIMEUNIT`.
            pub fn from_number(number: u64) -> Option<NamedUnit> {
                match number { $($number => Some(NamedUnit::$variant),)* _ => None }
            }
        }
    };
}

units! {
    /// Not said: that of what it meets.
    Generic "generic" 14;
    /// Year.
    Year "Y" 0;
    /// Month.
    Month "M" 1;
    /// Week.
    Week "W" 2;
    /// Day.
    Day "D" 4;
    /// Hour.
    Hour "h" 5;
    /// Minute.
    Minute "m" 6;
    /// Second.
    Second "s" 7;
    /// 1e-3 s
    Milli "ms" 8;
    /// 1e-6 s
    Micro "us" 9;
    /// 1e-9 s
    Nano "ns" 10;
    /// 1e-12 s
    Pico "ps" 11;
    /// 1e-15 s
    Femto "fs" 12;
    /// 1e-18 s
    Atto "as" 13;
}

/// How many of each unit make one of the unit before, from months and from days on.
const STEPS: &[(NamedUnit, i64)] = &[
    (NamedUnit::Month, 12),
    (NamedUnit::Day, 7),
    (NamedUnit::Hour, 24),
    (NamedUnit::Minute, 60),
    (NamedUnit::Second, 60),
    (NamedUnit::Milli, 1000),
    (NamedUnit::Micro, 1000),
    (NamedUnit::Nano, 1000),
    (NamedUnit::Pico, 1000),
    (NamedUnit::Femto, 1000),
    (NamedUnit::Atto, 1000),
];

impl NamedUnit {
    /// Whether it is of different length from one year to the next.
    pub fn is_calendar(self) -> bool {
        matches!(self, NamedUnit::Year | NamedUnit::Month)
    }

    /// How many of a finer unit make one of this; the units are both calendar units, or neither is.
    pub fn in_finer(self, finer: NamedUnit) -> i64 {
        let steps = STEPS.iter().filter(|(unit, _)| *unit > self && *unit <= finer);
        steps.fold(1i64, |product, (_, step)| product.wrapping_mul(*step))
    }
}

/// What the integers of times count: a number of units that have a name, as in `M8[25s]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TimeUnit {
    /// The unit.
    pub base: NamedUnit,
    /// How many of them are one, at least 1.
    pub count: u32,
}

impl From<NamedUnit> for TimeUnit {
    fn from(base: NamedUnit) -> Self {
        TimeUnit { base, count: 1 }
    }
}

impl TimeUnit {
    /// Not said: that of what it meets.
    pub const GENERIC: TimeUnit = TimeUnit { base: NamedUnit::Generic, count: 1 };

    /// The unit with NumPy's name: `D`, `25s`, `generic`.
    pub fn from_name(name: &str) -> Option<TimeUnit> {
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let (count, base) = name.split_at(digits);
        let count = if count.is_empty() { 1 } else { count.parse().ok()? };
        TimeUnit::new(NamedUnit::from_name(base)?, count)
    }

    /// So many of a unit; None for none, and for several of what is not said.
    pub fn new(base: NamedUnit, count: u32) -> Option<TimeUnit> {
        (count == 1 || count > 1 && base != NamedUnit::Generic).then_some(TimeUnit { base, count })
    }

    /// NumPy's name; empty for the generic unit.
    pub fn name(self) -> String {
        match (self.base, self.count) {
            (NamedUnit::Generic, _) => String::new(),
            (base, 1) => base.name().to_string(),
            (base, count) => format!("{count}{}", base.name()),
        }
    }

    fn is_generic(self) -> bool {
        self.base == NamedUnit::Generic
    }

    /// The unit of dates that both divide into: the greatest one, of the finer base.
    pub fn join_dates(self, other: TimeUnit) -> TimeUnit {
        let (coarse, fine) = if self.base <= other.base { (self, other) } else { (other, self) };
        if coarse.is_generic() {
            return fine;
        }
        // No number of days is a month.
        let even = coarse.base.is_calendar() == fine.base.is_calendar();
        let factor = if even { coarse.base.in_finer(fine.base) } else { 1 };
        let count = greatest_divisor(i64::from(coarse.count).wrapping_mul(factor), i64::from(fine.count));
        TimeUnit { base: fine.base, count: u32::try_from(count).unwrap_or(1) }
    }

    /// The unit that differences in both units are said in; None for months and days.
    pub fn join_spans(self, other: TimeUnit) -> Option<TimeUnit> {
        let generic = self.is_generic() || other.is_generic();
        (generic || self.base.is_calendar() == other.base.is_calendar()).then(|| self.join_dates(other))
    }

    /// The unit of a date in this unit moved by a span in another one; None where days are moved by months.
    pub fn moved_by(self, span: TimeUnit) -> Option<TimeUnit> {
        let fits = !span.base.is_calendar() || self.base.is_calendar() || self.is_generic();
        fits.then(|| self.join_dates(span))
    }
}

fn greatest_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.wrapping_abs() } else { greatest_divisor(b, a.wrapping_rem(b)) }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_generic() { Ok(()) } else { write!(f, "[{}]", self.name()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(name: &str) -> TimeUnit {
        TimeUnit::from_name(name).expect(name)
    }

    #[test]
    fn units_in_finer_units() {
        assert_eq!(NamedUnit::Year.in_finer(NamedUnit::Month), 12);
        assert_eq!(NamedUnit::Week.in_finer(NamedUnit::Hour), 168);
        assert_eq!(NamedUnit::Day.in_finer(NamedUnit::Nano), 86_400_000_000_000);
        assert_eq!(NamedUnit::Second.in_finer(NamedUnit::Second), 1);
    }

    #[test]
    fn joins() {
        assert_eq!(unit("M").join_spans(unit("D")), None);
        assert_eq!(unit("generic").join_spans(unit("Y")), Some(unit("Y")));
        assert_eq!(unit("Y").moved_by(unit("D")), Some(unit("D")));
        assert_eq!(unit("D").moved_by(unit("M")), None);
        assert!((0..15).filter_map(NamedUnit::from_number).all(|u| NamedUnit::from_name(u.name()) == Some(u)));
    }

    #[test]
    fn multiples() {
        for (one, other, both) in [("25s", "10s", "5s"), ("7D", "W", "7D"), ("25s", "m", "5s"), ("2M", "10D", "2D")] {
            assert_eq!(unit(one).join_dates(unit(other)), unit(both), "{one} {other}");
            assert_eq!(unit(other).join_dates(unit(one)), unit(both), "{other} {one}");
        }
        assert_eq!(unit("25s").to_string(), "[25s]");
        assert_eq!(TimeUnit::from_name("0s"), None);
        assert_eq!(TimeUnit::from_name("2generic"), None);
    }
}
