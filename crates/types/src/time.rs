//! The units of datetime64 and timedelta64.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! units {
    ($($(#[$doc:meta])* $variant:ident $name:literal $number:literal;)*) => {
        /// A unit of time. Those that are finer come later.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum TimeUnit {
            $($(#[$doc])* $variant,)*
        }

        impl TimeUnit {
            /// NumPy's name; empty for the generic unit.
            pub fn name(self) -> &'static str {
                match self { $(TimeUnit::$variant => $name,)* }
            }

            /// The unit with this name.
            pub fn from_name(name: &str) -> Option<TimeUnit> {
                match name { $($name => Some(TimeUnit::$variant),)* _ => None }
            }

            /// `NPY_DATETIMEUNIT`
            pub fn number(self) -> u8 {
                match self { $(TimeUnit::$variant => $number,)* }
            }

            /// The unit with this `NPY_DATETIMEUNIT`.
            pub fn from_number(number: u64) -> Option<TimeUnit> {
                match number { $($number => Some(TimeUnit::$variant),)* _ => None }
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
const STEPS: &[(TimeUnit, i64)] = &[
    (TimeUnit::Month, 12),
    (TimeUnit::Day, 7),
    (TimeUnit::Hour, 24),
    (TimeUnit::Minute, 60),
    (TimeUnit::Second, 60),
    (TimeUnit::Milli, 1000),
    (TimeUnit::Micro, 1000),
    (TimeUnit::Nano, 1000),
    (TimeUnit::Pico, 1000),
    (TimeUnit::Femto, 1000),
    (TimeUnit::Atto, 1000),
];

impl TimeUnit {
    /// Whether it is of different length from one year to the next.
    pub fn is_calendar(self) -> bool {
        matches!(self, TimeUnit::Year | TimeUnit::Month)
    }

    /// The unit that differences in both units are said in; None for months and days.
    pub fn join_spans(self, other: TimeUnit) -> Option<TimeUnit> {
        let generic = self == TimeUnit::Generic || other == TimeUnit::Generic;
        (generic || self.is_calendar() == other.is_calendar()).then(|| self.max(other))
    }

    /// The unit of a date in this unit moved by a span in another one; None where days are moved by months.
    pub fn moved_by(self, span: TimeUnit) -> Option<TimeUnit> {
        let fits = !span.is_calendar() || self.is_calendar() || self == TimeUnit::Generic;
        fits.then(|| self.max(span))
    }

    /// How many of a finer unit make one of this; the units are both calendar units, or neither is.
    pub fn in_finer(self, finer: TimeUnit) -> i64 {
        let steps = STEPS.iter().filter(|(unit, _)| *unit > self && *unit <= finer);
        steps.fold(1i64, |product, (_, step)| product.wrapping_mul(*step))
    }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeUnit::Generic => Ok(()),
            unit => write!(f, "[{}]", unit.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_in_finer_units() {
        assert_eq!(TimeUnit::Year.in_finer(TimeUnit::Month), 12);
        assert_eq!(TimeUnit::Week.in_finer(TimeUnit::Hour), 168);
        assert_eq!(TimeUnit::Day.in_finer(TimeUnit::Nano), 86_400_000_000_000);
        assert_eq!(TimeUnit::Second.in_finer(TimeUnit::Second), 1);
    }

    #[test]
    fn joins() {
        assert_eq!(TimeUnit::Month.join_spans(TimeUnit::Day), None);
        assert_eq!(TimeUnit::Generic.join_spans(TimeUnit::Year), Some(TimeUnit::Year));
        assert_eq!(TimeUnit::Year.moved_by(TimeUnit::Day), Some(TimeUnit::Day));
        assert_eq!(TimeUnit::Day.moved_by(TimeUnit::Month), None);
        assert!((0..15).filter_map(TimeUnit::from_number).all(|u| TimeUnit::from_name(u.name()) == Some(u)));
    }
}
