//! Where `split`, `rsplit` and `splitlines` cut a string.

use super::fault::Fault;
use super::strip::is_white;
use super::{Points, Text, marks, search};
use std::ops::Range;

/// Pieces, in order.
pub type Pieces = Vec<Range<usize>>;

/// Whose white space and line breaks count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Those of strings.
    Str,
    /// Those of bytes.
    Bytes,
}

impl Kind {
    fn is_white(self, point: u32) -> bool {
        match self {
            Kind::Str => is_white(point),
            Kind::Bytes => matches!(point, 9..=13 | 32),
        }
    }

    /// As [`is_white`](Self::is_white), in steps that can be taken for many bytes at once.
    #[inline(always)]
    pub fn is_white_byte(self, byte: u8) -> bool {
        let is_ascii = (byte.wrapping_sub(9) < 5) | (byte == 32);
        let is_other = (byte.wrapping_sub(28) < 4) | (byte == 0x85) | (byte == 0xa0);
        is_ascii | ((self == Kind::Str) & is_other)
    }

    fn is_line_break(self, point: u32) -> bool {
        match self {
            Kind::Str => matches!(point, 10..=13 | 28..=30 | 0x85 | 0x2028 | 0x2029),
            Kind::Bytes => matches!(point, 10 | 13),
        }
    }
}

/// How often may be cut; a negative number is no limit.
fn limit(most: i64) -> usize {
    usize::try_from(most).unwrap_or(usize::MAX)
}

/// `text.split(sep, most)`
pub fn split(text: Text<'_>, sep: Text<'_>, most: i64, kind: Kind) -> Result<Pieces, Fault> {
    let n = text.points.len();
    if !sep.is_given {
        return Ok(words(text.points, limit(most), kind));
    }
    let length = separator(sep.points)?;
    let mut from = 0;
    let places = search::places(text.points, sep.points, limit(most));
    let mut pieces: Pieces = places
        .into_iter()
        .map(|at| {
            let piece = from..at;
            from = at + length;
            piece
        })
        .collect();
    pieces.push(from..n);
    Ok(pieces)
}

/// `text.rsplit(sep, most)`
pub fn rsplit(text: Text<'_>, sep: Text<'_>, most: i64, kind: Kind) -> Result<Pieces, Fault> {
    let (mut stop, mut left) = (text.points.len(), limit(most));
    if !sep.is_given {
        return Ok(words_from_right(text.points, left, kind));
    }
    let length = separator(sep.points)?;
    let mut pieces = Pieces::new();
    while left > 0
        && let Some(at) = search::find_last_in(text.points.part(0..stop), sep.points)
    {
        pieces.push(at + length..stop);
        (stop, left) = (at, left - 1);
    }
    pieces.push(0..stop);
    pieces.reverse();
    Ok(pieces)
}

fn separator(points: Points<'_>) -> Result<usize, Fault> {
    if points.is_empty() { Err(Fault::value("empty separator")) } else { Ok(points.len()) }
}

/// What stands between white space; what is left after the last cut keeps the white space at its end.
fn words(points: Points<'_>, left: usize, kind: Kind) -> Pieces {
    match points {
        Points::One(bytes) if left == usize::MAX => marks::words(bytes, |byte| kind.is_white_byte(byte)).1.collect(),
        _ => words_of_points(points, left, kind),
    }
}

/// Where a text is cut whose pieces need not be held, because their number is known before.
pub enum Cut<'a> {
    /// At white space.
    White(&'a [u8]),
    /// At each of these characters.
    At(&'a [u8], u8),
}

/// How `text.split(sep, most)` cuts; None where it is done by [`split`].
pub fn cut<'a>(text: Text<'a>, sep: Text<'_>, most: i64) -> Option<Cut<'a>> {
    match (text.points, sep.points) {
        (Points::One(bytes), _) if most < 0 && !sep.is_given => Some(Cut::White(bytes)),
        (Points::One(bytes), Points::One(&[separator])) if most < 0 => Some(Cut::At(bytes, separator)),
        _ => None,
    }
}

fn words_of_points(points: Points<'_>, mut left: usize, kind: Kind) -> Pieces {
    let (n, mut pieces, mut at) = (points.len(), Pieces::new(), 0);
    loop {
        while at < n && kind.is_white(points.at(at)) {
            at += 1;
        }
        if at == n {
            return pieces;
        }
        if left == 0 {
            pieces.push(at..n);
            return pieces;
        }
        let start = at;
        while at < n && !kind.is_white(points.at(at)) {
            at += 1;
        }
        pieces.push(start..at);
        left -= 1;
    }
}

fn words_from_right(points: Points<'_>, mut left: usize, kind: Kind) -> Pieces {
    let (mut pieces, mut at) = (Pieces::new(), points.len());
    loop {
        while at > 0 && kind.is_white(points.at(at - 1)) {
            at -= 1;
        }
        if at == 0 {
            break;
        }
        if left == 0 {
            pieces.push(0..at);
            break;
        }
        let stop = at;
        while at > 0 && !kind.is_white(points.at(at - 1)) {
            at -= 1;
        }
        pieces.push(at..stop);
        left -= 1;
    }
    pieces.reverse();
    pieces
}

/// `text.splitlines(keep)`
pub fn lines(text: Text<'_>, keep: bool, kind: Kind) -> Pieces {
    let points = text.points;
    let (n, mut pieces, mut from) = (points.len(), Pieces::new(), 0);
    let mut at = 0;
    while at < n {
        if !kind.is_line_break(points.at(at)) {
            at += 1;
            continue;
        }
        let pair = points.at(at) == 13 && at + 1 < n && points.at(at + 1) == 10;
        let next = at + if pair { 2 } else { 1 };
        pieces.push(from..if keep { next } else { at });
        (from, at) = (next, next);
    }
    if from < n {
        pieces.push(from..n);
    }
    pieces
}
