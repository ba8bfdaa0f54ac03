//! Fields that are given displays of names whose values have no common type, `self.params = {"W": w, "n": 3}`, beside other displays, or other
//! items: such a field holds a dict of values of several types.

use crate::context::Cx;
use crate::emit::Emitter;
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_types::containers::{has_unknown, item_type, with_items};
use coluber_types::named::{REST, known_values, union};
use coluber_types::unify::{variant, variants};
use coluber_types::{DictForm, Kind, Ty, conversion, unify};

/// The type of what a dict of names holds that has values of both types. Numbers of several kinds stay what they are.
pub fn value_of_both(a: Ty, b: Ty) -> Option<Ty> {
    let is_mixed = a.is_number() && b.is_number() && a.unliteral() != b.unliteral();
    let joined = if is_mixed { None } else { unify(a, b) };
    joined.or_else(|| variant(a, b)).map(Ty::bare)
}

/// The type of the values of a dict of names, or of a display of them; undefined where nothing is known of them.
fn value_of(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        Kind::Keywords { items, .. } => items.iter().try_fold(Ty::undefined(), |all, item| value_of_both(all, *item)),
        // What a dict of which nothing is known is taken for.
        _ if ty.bare() == Ty::dict(Ty::int64(), Ty::int64()) => Some(Ty::undefined()),
        Kind::Dict { key, value, form: DictForm::Dict | DictForm::Named(_), .. }
            if [Ty::undefined(), Ty::string()].contains(key) =>
        {
            Some(value.bare())
        }
        _ => None,
    }
}

/// The type of a dict that holds what is in both, one of which is a display of names.
pub fn dict_of_both(a: Ty, b: Ty) -> Option<Ty> {
    let is_display = |ty: Ty| matches!(ty.kind(), Kind::Keywords { .. });
    (is_display(a) || is_display(b)).then(|| wider_dict(a, b)).flatten()
}

/// The type of a dict of names that holds what is in both.
pub fn wider_dict(a: Ty, b: Ty) -> Option<Ty> {
    let value = value_of_both(value_of(a)?, value_of(b)?)?;
    let ty = with_items(Ty::dict(Ty::string(), value), Ty::int64(), Ty::int64());
    Some(ty.with_value_names(union(names_of(a), names_of(b)))).filter(|ty| !has_unknown(*ty))
}

/// What is known of the values of names in a dict, or in a display of one.
pub fn names_of(ty: Ty) -> Vec<(Name, Ty)> {
    match ty.kind() {
        Kind::Keywords { names, items } => {
            names.iter().cloned().zip(items.iter().map(|item| item_type(*item))).collect()
        }
        Kind::Dict { .. } if ty.value_names().is_some() => known_values(ty),
        // All names that there are have values of the one type.
        Kind::Dict { value, .. } if variants(*value).is_none() && value_of(ty) == Some(value.bare()) => {
            vec![(REST.into(), value.bare())]
        }
        _ => Vec::new(),
    }
}

/// Whether a dict of this type takes the values of a display of names.
pub fn takes(dict: Ty, display: Ty) -> bool {
    let (Kind::Keywords { items, .. }, Kind::Dict { key, value, .. }, Some(DictForm::Dict)) =
        (display.kind(), dict.kind(), dict.dict_form())
    else {
        return false;
    };
    let fits = |item: &Ty| {
        unify(*item, *value).is_some_and(|joined| joined.bare() == value.bare())
            || conversion(item.bare(), value.bare()).is_some()
    };
    *key == Ty::string() && items.iter().all(fits)
}

/// What makes a dict of a display of names.
pub type Packer = Box<dyn Fn(&mut Emitter<'_>, Value) -> Value>;

/// How a display of names becomes a dict that takes its values.
pub fn packer(cx: &mut Cx<'_>, dict: Ty, display: Ty) -> Result<Option<Packer>> {
    let (Kind::Keywords { names, .. }, Kind::Dict { value, .. }) = (display.kind(), dict.kind()) else {
        return Ok(None);
    };
    let find = crate::dicts::finder(cx, Ty::string())?;
    let (names, types): (&[Name], _) = (names, (Ty::string(), value.bare()));
    Ok(Some(Box::new(move |e, display| {
        let made = e.dict_new(dict.bare(), types.0, types.1);
        for (k, name) in names.iter().enumerate() {
            let (text, item) = (e.unit(Ty::literal_str(name.clone())), e.part(display, k));
            let key = e.coerce(text, Ty::string());
            let at = find(e, made, key);
            e.dict_set(made, at, item, types);
        }
        made
    })))
}
