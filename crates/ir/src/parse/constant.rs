//! Constants.

use super::ParseError;
use super::cursor::Cursor;
use crate::constant::Const;
use coluber_types::ObjId;

pub(super) fn parse(c: &mut Cursor<'_>) -> Result<Const, ParseError> {
    match c.peek() {
        Some('"') => return Ok(Const::Str(c.quoted()?.into())),
        Some('(') => {
            c.expect("(")?;
            return Ok(Const::Tuple(c.list(")", parse)?.into()));
        }
        _ => {}
    }
    match c.peek_word() {
        "None" => keyword(c, Const::None),
        "Ellipsis" => keyword(c, Const::Ellipsis),
        "True" => keyword(c, Const::Bool(true)),
        "False" => keyword(c, Const::Bool(false)),
        "big" => {
            c.word()?;
            Ok(Const::BigInt(c.number_text().into()))
        }
        "code" => {
            c.word()?;
            Ok(Const::Code(c.integer()?))
        }
        "object" => {
            c.word()?;
            Ok(Const::Object(ObjId(c.integer()?)))
        }
        "memory" => {
            c.word()?;
            Ok(Const::Memory { address: c.integer()?, bytes: c.integer()? })
        }
        "device" => {
            c.word()?;
            Ok(Const::DeviceAddress(c.integer()?))
        }
        "points" => {
            c.word()?;
            c.expect("[")?;
            Ok(Const::Points(c.list("]", Cursor::integer)?.into()))
        }
        "bytes" => {
            c.word()?;
            c.expect("[")?;
            Ok(Const::Bytes(c.list("]", Cursor::integer)?.into()))
        }
        "complex" => complex(c),
        _ => number(c),
    }
}

fn keyword(c: &mut Cursor<'_>, value: Const) -> Result<Const, ParseError> {
    c.word()?;
    Ok(value)
}

fn complex(c: &mut Cursor<'_>) -> Result<Const, ParseError> {
    c.word()?;
    c.expect("(")?;
    let parts = c.list(")", |c| {
        let start = c.expected("a float");
        c.number_text().parse::<f64>().map_err(|_| start)
    })?;
    match parts[..] {
        [re, im] => Ok(Const::Complex(re, im)),
        _ => Err(c.expected("two floats")),
    }
}

fn number(c: &mut Cursor<'_>) -> Result<Const, ParseError> {
    let start = c.expected("a constant");
    let text = c.number_text();
    let parsed = match text.strip_suffix('f') {
        Some(float) => float.parse().ok().map(Const::Float),
        None => text.parse().ok().map(Const::Int),
    };
    parsed.ok_or(start)
}
