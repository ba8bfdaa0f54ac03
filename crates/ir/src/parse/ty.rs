//! Types. Where several types share a text (an iterator over a range with and without a known step), the most general is meant.

use super::ParseError;
use super::cursor::Cursor;
use coluber_types::kind::{IntTy, Literal};
use coluber_types::{Kind, Layout, ListForm, Spread, Ty};

pub(super) fn parse(c: &mut Cursor<'_>) -> Result<Ty, ParseError> {
    let word = c.word()?;
    if let Some(ty) = simple(word) {
        return Ok(ty);
    }
    for (word, parallel) in
        [(Some(word), Spread::No), (word.strip_prefix('p'), Spread::Loop), (word.strip_prefix('e'), Spread::Elements)]
    {
        let Some(word) = word else { continue };
        if let Some(int) = word.strip_prefix("range_state_").and_then(integer) {
            return Ok(Ty::new(Kind::Range { int, step: None, parallel }));
        }
        if let Some(int) = word.strip_prefix("range_iter_").and_then(integer) {
            return Ok(Ty::new(Kind::RangeIter { int, step: None, parallel }));
        }
    }
    match word {
        "slice" => slice(c),
        "Literal" => literal(c),
        "readonly" => {
            c.expect("array")?;
            array(c, false, true)
        }
        "unaligned" => {
            let mutable = !c.eat("readonly");
            c.expect("array")?;
            array(c, mutable, false)
        }
        "array" => array(c, true, true),
        "UniTuple" => uni_tuple(c),
        "ndindex" => {
            c.expect("(")?;
            let ndim = dimensions(c)?;
            c.expect(")")?;
            Ok(Ty::new(Kind::NdIndex(ndim)))
        }
        _ => composed(c, word),
    }
}

fn simple(word: &str) -> Option<Ty> {
    Some(match word {
        "undefined" => Ty::undefined(),
        "none" => Ty::none(),
        "ellipsis" => Ty::ellipsis(),
        "bool" => Ty::boolean(),
        "float16" => Ty::float16(),
        "bfloat16" => Ty::bfloat16(),
        "float32" => Ty::float32(),
        "float64" => Ty::float64(),
        "complex64" => Ty::complex64(),
        "complex128" => Ty::complex128(),
        "unicode_type" => Ty::string(),
        "bytes" => Ty::bytes(),
        "ptr" => Ty::ptr(),
        "owner" => Ty::owner(),
        "exception" => Ty::new(Kind::CaughtException),
        _ => return integer(word).map(Ty::int),
    })
}

fn integer(word: &str) -> Option<IntTy> {
    let (signed, bits) = match word.strip_prefix("uint") {
        Some(bits) => (false, bits),
        None => (true, word.strip_prefix("int")?),
    };
    let bits = bits.parse().ok().filter(|b| matches!(b, 8 | 16 | 32 | 64))?;
    Some(IntTy { bits, signed })
}

fn slice(c: &mut Cursor<'_>) -> Result<Ty, ParseError> {
    c.expect("<a:b")?;
    let step = if c.eat(":c") { Ty::int64() } else { Ty::none() };
    c.expect(">")?;
    Ok(Ty::new(Kind::Slice { start: Ty::int64(), stop: Ty::int64(), step }))
}

fn literal(c: &mut Cursor<'_>) -> Result<Ty, ParseError> {
    c.expect("[")?;
    let family = c.word()?;
    c.expect("]")?;
    c.expect("(")?;
    let value = match family {
        "int" => Literal::Int(c.integer()?),
        "bool" => Literal::Bool(c.word()? == "True"),
        "str" => Literal::Str(c.take_while(|ch| ch != ')').into()),
        _ => return Err(c.error(format!("no literal type of {family}"))),
    };
    c.expect(")")?;
    Ok(Ty::new(Kind::Literal(value)))
}

fn array(c: &mut Cursor<'_>, mutable: bool, aligned: bool) -> Result<Ty, ParseError> {
    c.expect("(")?;
    let dtype = parse(c)?;
    c.expect(",")?;
    let ndim = dimensions(c)?;
    c.expect(",")?;
    let layout = match c.word()? {
        "C" => Layout::C,
        "F" => Layout::F,
        "A" => Layout::A,
        other => return Err(c.error(format!("no array layout `{other}`"))),
    };
    c.expect(")")?;
    Ok(Ty::new(Kind::Array { dtype, ndim, layout, mutable, aligned }))
}

/// `2d`
fn dimensions(c: &mut Cursor<'_>) -> Result<u8, ParseError> {
    let ndim = c.integer()?;
    c.expect("d")?;
    Ok(ndim)
}

fn uni_tuple(c: &mut Cursor<'_>) -> Result<Ty, ParseError> {
    c.expect("(")?;
    let item = parse(c)?;
    c.expect("x")?;
    let count = c.integer()?;
    c.expect(")")?;
    Ok(Ty::uni_tuple(item, count))
}

fn composed(c: &mut Cursor<'_>, word: &str) -> Result<Ty, ParseError> {
    if !c.eat("(") {
        return Err(c.error(format!("the type `{word}` has no text that can be read")));
    }
    let items = c.list(")", parse)?;
    let kind = match (word, &items[..]) {
        ("Tuple", _) => Kind::Tuple(items.into()),
        ("zip", _) => Kind::Zip(items.into()),
        ("OptionalType", &[t]) => Kind::Optional(t),
        ("list", &[item]) => Kind::List { item, form: ListForm::List, site: None },
        ("dtype", &[t]) => Kind::DType(t),
        ("class", &[t]) => Kind::NumberClass(t),
        ("iter", &[t]) => match t.kind() {
            Kind::Array { .. } => Kind::ArrayIter(t),
            Kind::Str => Kind::StrIter,
            Kind::Bytes => Kind::BytesIter,
            Kind::List { .. } => Kind::ListIter(t),
            _ => Kind::TupleIter(t),
        },
        ("enumerate", &[t]) => Kind::Enumerate(t),
        ("reversed", &[t]) => Kind::Reversed(t),
        ("flat", &[t]) => Kind::FlatIter(t),
        ("ndenumerate", &[t]) => Kind::NdEnumerate(t),
        _ => return Err(c.error(format!("the type `{word}(...)` has no text that can be read"))),
    };
    Ok(Ty::new(kind))
}
