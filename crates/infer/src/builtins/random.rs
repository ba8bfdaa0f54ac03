//! Random numbers: `coluber.lib.intrinsics` has the words, the runtime the functions.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_types::fields::fields;
use coluber_types::{Kind, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.lib.intrinsics.random_state", random_state),
    ("coluber.lib.intrinsics.new_generator", new_generator),
    ("coluber.lib.intrinsics.draw", draw),
];

/// The state of the thread with a number.
fn random_state(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[_]) = positional(args, 1..=1) else { return Ok(None) };
    let ty = Ty::new(Kind::Generator);
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let number = e.coerce(a[0], Ty::int32());
        let owner = e.int(0, Ty::owner());
        let address = e.runtime("random_state", &[number], &[Ty::ptr()])[0];
        e.pack(&[owner, address], ty)
    })))
}

/// A new generator, from a seed where one is given.
fn new_generator(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if let Some([_, _, _]) = positional(args, 3..=3) {
        return Ok(Some(generator_of()));
    }
    let Some(seed) = positional(args, 0..=1) else { return Ok(None) };
    let given = !seed.is_empty();
    let ty = Ty::new(Kind::Generator);
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let seed = match a.first() {
            Some(&seed) => e.coerce(seed, Ty::int64()),
            None => e.i64(0),
        };
        let given = e.bool(given);
        let parts = e.runtime("random_generator", &[given, seed], &fields(ty));
        e.pack(&parts, ty)
    })))
}

/// A new generator over the bit generator with a number, from two vectors of words.
fn generator_of() -> Resolved {
    let ty = Ty::new(Kind::Generator);
    Resolved::one(Val::new(ty), move |e, a| {
        let mut operands = vec![e.coerce(a[0], Ty::int64())];
        for &words in &a[1..] {
            let shape = e.part(words, 2);
            operands.extend([e.part(words, 1), e.part(shape, 0)]);
        }
        let parts = e.runtime("random_generator_of", &operands, &fields(ty));
        e.pack(&parts, ty)
    })
}

/// A function of the runtime over a generator: its name with the codes of the other arguments and of the result.
fn draw(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some([name, generator, others @ ..]) = positional(args, 2..=9) else { return Ok(None) };
    let Some(text) = name.literal_str() else { return Ok(None) };
    let Some((name, codes)) = text.split_once(' ') else { return Ok(None) };
    let Some((params, result)) = codes.split_once("->") else { return Ok(None) };
    let params: Option<Vec<Ty>> = params.chars().map(of_code).collect();
    let Some(params) = params.filter(|params| params.len() == others.len()) else { return Ok(None) };
    let result = result.chars().next().and_then(of_code);
    if *generator.ty.kind() != Kind::Generator {
        return Ok(None);
    }
    let name = name.to_owned();
    Ok(Some(Resolved::one(Val::new(result.unwrap_or(Ty::none())), move |e, a| {
        let mut values = vec![e.part(a[1], 1)];
        values.extend(a[2..].iter().zip(&params).map(|(&value, &ty)| argument(e, value, ty)));
        match result {
            Some(ty) => e.runtime(&name, &values, &[ty])[0],
            None => {
                e.runtime(&name, &values, &[]);
                e.unit(Ty::none())
            }
        }
    })))
}

/// The type of an argument or result: `d` and `f` for floats, `l` and `i` for integers, `?` for a bool, `p` for an array's elements.
fn of_code(code: char) -> Option<Ty> {
    Some(match code {
        'd' => Ty::float64(),
        'f' => Ty::float32(),
        'l' => Ty::int64(),
        'i' => Ty::int32(),
        '?' => Ty::boolean(),
        'p' => Ty::ptr(),
        _ => return None,
    })
}

fn argument(e: &mut Emitter<'_>, value: Value, ty: Ty) -> Value {
    if ty == Ty::ptr() { e.part(value, 1) } else { e.coerce(value, ty) }
}
