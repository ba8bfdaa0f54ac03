//! The operations that make lists, dicts and sets, and the types of the items that are found for them while types propagate.

use crate::host::FuncId;
use crate::value::Val;
use coluber_base::{Diagnostic, Span};
use coluber_types::containers::needs;
use coluber_types::unify;
use coluber_types::{Kind, ListForm, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of the lists that the operations of a function make.
#[derive(Default)]
pub struct Sites {
    items: FxHashMap<u32, Ty>,
    /// The operation that is typed.
    pub current: u32,
    /// Sites of lists of which NumPy makes arrays.
    floats: FxHashSet<u32>,
    /// The length of the longest text that is put into a list, where all are constants; None where one is not.
    texts: FxHashMap<u32, Option<u32>>,
    changed: bool,
    postponed: bool,
    /// What generators that the function makes are sent, by the function with `yield` and the types of its arguments.
    sent: Vec<((FuncId, Vec<Ty>), Ty)>,
    /// Whether more has been learned of that.
    told: bool,
}

impl Sites {
    /// The type of the items that the operation's list has, with these among them; None when they have no common type.
    pub fn items(&mut self, item: Ty) -> Option<Ty> {
        let joined = unify(self.items.get(&self.current).copied().unwrap_or(Ty::undefined()), item)?;
        self.items.insert(self.current, joined);
        Some(joined)
    }

    /// The type of the list, dict or set of a site, which counts as known from here on; `empty` says which of them it is.
    pub fn made_at(&mut self, site: u32, empty: Ty) -> Ty {
        let nothing = match empty.kind() {
            Kind::Dict { .. } => Ty::uni_tuple(Ty::undefined(), 2),
            _ => Ty::undefined(),
        };
        let item = *self.items.entry(site).or_insert(nothing);
        let site = Some(site);
        Ty::new(match (empty.kind(), item.tuple_items()) {
            (Kind::Dict { form, .. }, Some(&[key, value])) => Kind::Dict { key, value, form: *form, site },
            (Kind::Set { frozen, .. }, _) => Kind::Set { frozen: *frozen, item, site },
            (Kind::List { form, .. }, _) => Kind::List { item, form: *form, site },
            _ => Kind::List { item, form: ListForm::List, site },
        })
    }

    /// Notes what is put into a list.
    pub fn note_text(&mut self, site: u32, item: Ty) {
        let length = Val::new(item).literal_str().and_then(|text| u32::try_from(text.chars().count()).ok());
        let old = self.texts.get(&site).copied().unwrap_or(Some(0));
        let longest = old.zip(length).map(|(old, length)| old.max(length));
        if self.texts.insert(site, longest) != Some(longest) {
            self.changed = true;
        }
    }

    /// The length of the longest text in a list of constants.
    pub fn text_length(&self, site: u32) -> Option<u32> {
        self.texts.get(&site).copied().flatten()
    }

    /// A value of one type becomes one of another, the type of both having been found: lists in it must be made with its items.
    pub fn flow(&mut self, from: Ty, to: Ty) {
        let mut found = Vec::new();
        needs(from, to, &mut found);
        for (site, item) in found {
            let old = self.items.get(&site).copied().unwrap_or(Ty::undefined());
            let joined = unify(old, item).unwrap_or(item);
            if joined != old {
                self.items.insert(site, joined);
                self.changed = true;
            }
        }
    }

    /// Whether an operation has to be typed again, which is forgotten.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// A list to which nothing is ever put is one of floats where NumPy makes an array of it.
    pub fn prefer_floats(&mut self, site: u32) {
        self.floats.insert(site);
    }

    /// Says of the first list to which nothing is ever put that its items are int64, or float64 where those are preferred: with them
    /// most code has a type that never runs. Whether there is such a list.
    pub fn settle_empty(&mut self) -> bool {
        let pair = Ty::tuple(vec![Ty::undefined(); 2]);
        let unknown = |item: &Ty| *item == Ty::undefined() || *item == pair;
        let empty = self.items.iter().filter(|(_, item)| unknown(item)).map(|(site, item)| (*site, *item)).min();
        if let Some((site, item)) = empty {
            let number = if self.floats.contains(&site) { Ty::float64() } else { Ty::int64() };
            let settled = if item == pair { Ty::uni_tuple(number, 2) } else { number };
            self.items.insert(site, settled);
        }
        empty.is_some()
    }

    /// What a generator is sent, when it is not what its function expects.
    pub fn is_sent(&self, func: FuncId, args: &[Ty]) -> Option<Ty> {
        self.sent.iter().find(|(key, _)| key.0 == func && key.1 == args).map(|(_, sent)| *sent)
    }

    /// Notes that a generator is sent something else than its function expects: typing starts again. None where that can't be one type with
    /// what has been noted before.
    pub fn tell_sent(&mut self, func: FuncId, args: &[Ty], sent: Ty) -> Option<()> {
        self.told = true;
        let known = self.sent.iter_mut().find(|(key, _)| key.0 == func && key.1 == args);
        match known {
            Some((_, before)) => {
                let joined = unify(*before, sent)?;
                if std::mem::replace(before, joined) == joined {
                    self.told = false;
                    return None;
                }
            }
            None => self.sent.push(((func, args.to_vec()), sent)),
        }
        Some(())
    }

    /// Whether there is something new of that, which is forgotten.
    pub fn take_told(&mut self) -> bool {
        std::mem::take(&mut self.told)
    }

    /// For typing the function again.
    pub fn renewed(&mut self) -> Self {
        Sites { sent: std::mem::take(&mut self.sent), ..Sites::default() }
    }

    /// A call that depends on lists of which nothing is known yet: it is typed later.
    pub fn postpone(&mut self, span: Span) -> Box<Diagnostic> {
        self.postponed = true;
        Diagnostic::internal("a call with a list of unknown items", span)
    }

    /// Whether a call was postponed, which is forgotten.
    pub fn take_postponed(&mut self) -> bool {
        std::mem::take(&mut self.postponed)
    }
}
