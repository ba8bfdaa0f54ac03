//! The operations that make lists, dicts and sets, and the types of the items that are found for them while types propagate.

use crate::host::FuncId;
use crate::value::Val;
use coluber_base::{Diagnostic, Name, Span};
use coluber_types::containers::{FRESH, contents, has_unknown, has_unknown_or_numbers, needs};
use coluber_types::named::{are_alike, join_values};
use coluber_types::unify;
use coluber_types::unify::{variant, variants};
use coluber_types::{Kind, ListForm, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

/// The first sites of parts of operations, of what calls give, and of what the function is given; those before belong to operations.
const PART: u32 = 1 << 29;
const RESULT: u32 = 1 << 30;
const PARAMETER: u32 = 1 << 31;

/// The first sites of containers that functions put into those that they are given, of whose items they know nothing themselves.
const FILLED: u32 = 3 << 30;

/// The first sites of empty containers that Python passes, counted from the last one on.
const ARGUMENTS: u32 = FRESH - 255;

/// So many sites are for those in one argument.
const SHARE: u32 = 8;

/// Sites of one value, at most.
const ROOM: u32 = 64;

/// What is known of the lists that the operations of a function make.
#[derive(Default)]
pub struct Sites {
    items: FxHashMap<u32, Ty>,
    /// The operation that is typed, or the site of a part of it.
    pub current: u32,
    /// Whether it is a call, which is typed again in each round.
    pub is_call: bool,
    /// The types of its arguments that are displays, as overload functions are asked with them.
    pub displays: Vec<(Ty, Ty)>,
    /// What lists hold to which nothing is ever put, by what is done with them.
    preferred: FxHashMap<u32, Ty>,
    /// The length of the longest text that is put into a list, where all are constants; None where one is not.
    texts: FxHashMap<u32, Option<u32>>,
    changed: bool,
    postponed: bool,
    /// The operation that puts a container into itself, or what holds it: such a type has no end.
    pub endless: Option<u32>,
    /// Sites of which nothing was known, whose items are taken for numbers.
    pub settled: Vec<u32>,
    /// What they are taken for: the number of the [guess](Sites::guess).
    guess: usize,
    /// Whether those that are arguments are taken for something before others: mostly these depend on them.
    arguments_first: bool,
    /// Whether one of them is a dict of which not even the keys are known.
    keys_unknown: bool,
    /// What they are taken for first: what could not be put into them before, and whether that was the entry of a dict.
    wanted: Vec<(Ty, bool)>,
    tried_wanted: bool,
    /// Whether functions are asked what they put into lists of which nothing is known yet, instead of waiting for more.
    pub asking: bool,
    /// Whether a call of a function gives a list that has been filled with what the function does not know of.
    pub filled: bool,
    /// Whether the function is asked what it puts into containers that it is given.
    pub supposes: bool,
    /// What the calls of such a function give that can't be typed yet, as far as it is known.
    supposed: FxHashMap<u32, Ty>,
    /// The calls of classes that have been asked what they make of arguments of which too little is known.
    opened: FxHashSet<u32>,
    /// What generators that the function makes are sent, by the function with `yield` and the types of its arguments.
    sent: Vec<((FuncId, Vec<Ty>), Ty)>,
    /// Whether more has been learned of that.
    told: bool,
    /// Whether lists of numbers that functions give may become lists of other numbers.
    pub widens: bool,
    /// Whether containers may hold values of several types, where these have no common one.
    pub varies: bool,
    /// Whether a container could not be typed because it does not.
    pub would_vary: bool,
    /// The sites of containers that never do.
    uniform: FxHashSet<u32>,
    /// The sites of sets.
    sets: FxHashSet<u32>,
    /// What is known of the values of names, by the sites of dicts; see [`coluber_types::named`].
    names: FxHashMap<u32, FxHashMap<Name, Ty>>,
}

/// The type of items of two types, which have no common one.
fn several(a: Ty, b: Ty) -> Option<Ty> {
    match (a.tuple_items(), b.tuple_items()) {
        (Some(x), Some(y)) if x.len() == y.len() => {
            let items = x.iter().zip(y).map(|(x, y)| unify(*x, *y).or_else(|| several(*x, *y)));
            Some(Ty::tuple(items.collect::<Option<Vec<Ty>>>()?))
        }
        _ => variant(a, b),
    }
}

/// Whether two sites are of what one call gives.
fn is_of_one_call(a: u32, b: u32) -> bool {
    let call = |site: u32| (RESULT..PARAMETER).contains(&site).then(|| (site - RESULT) / ROOM);
    call(a).is_some() && call(a) == call(b)
}

/// What a set is taken for where other containers are taken for this: lists have no hash, but tuples of any length have.
fn as_key(item: Ty) -> Ty {
    match *item.kind() {
        Kind::List { item, .. } => Ty::list(as_key(item)).as_list(ListForm::Tuple),
        Kind::Dict { .. } => Ty::uni_tuple(Ty::int64(), 2),
        _ => item,
    }
}

/// So many types that could not be put into a container are tried.
const MOST_WANTED: usize = 6;

/// What containers of which nothing is known are taken for.
struct Guess {
    /// The keys of dicts.
    key: Ty,
    /// The items of others, and the values of dicts.
    item: Ty,
}

impl Sites {
    /// The type of items of two types in the container of a site.
    pub fn join(&mut self, site: u32, a: Ty, b: Ty) -> Option<Ty> {
        unify(a, b).or_else(|| {
            let several = several(a, b).filter(|_| !self.uniform.contains(&site))?;
            self.would_vary = true;
            self.varies.then_some(several)
        })
    }

    /// Notes what the value of a name is in the dict of a site. Gives what is known of it now.
    pub fn note_name(&mut self, site: u32, name: &str, value: Ty) -> Ty {
        let value = value.bare();
        if value == Ty::undefined() {
            return value;
        }
        let known = self.names.entry(site).or_default();
        let joined = known.get(name).map_or(value, |before| join_values(*before, value));
        self.changed |= known.insert(name.into(), joined) != Some(joined);
        joined
    }

    /// Notes what the type of a dict says of its names; whether that is something new.
    fn note_names(&mut self, site: u32, dict: Ty) -> bool {
        let before = std::mem::take(&mut self.changed);
        for (name, ty) in dict.value_names().into_iter().flat_map(|(names, items)| names.iter().zip(items)) {
            match *ty == Ty::undefined() {
                true => self.note_several(site, name),
                false => _ = self.note_name(site, name, *ty),
            }
        }
        let is_new = self.changed;
        self.changed |= before;
        is_new
    }

    /// Notes that what is in one dict is put into another one, of a site or not.
    pub fn note_names_of(&mut self, dict: Ty, other: Ty) {
        let site = |ty: Ty| match ty.kind() {
            Kind::Dict { site, .. } => *site,
            _ => None,
        };
        let Some(own) = site(dict) else { return };
        let known = site(other).and_then(|site| self.names.get(&site)).cloned().unwrap_or_default();
        for (name, ty) in known {
            match ty == Ty::undefined() {
                true => self.note_several(own, &name),
                false => _ = self.note_name(own, &name, ty),
            }
        }
        self.note_names(own, other);
    }

    /// Notes that the values of a name have several types.
    fn note_several(&mut self, site: u32, name: &Name) {
        let several = Ty::undefined();
        self.changed |= self.names.entry(site).or_default().insert(name.clone(), several) != Some(several);
    }

    /// The type of the values of a dict where they have several types: among them are those of the values of names, so that numbers of several
    /// kinds stay what they are.
    pub fn with_named_values(&self, site: u32, value: Ty) -> Ty {
        let Some(known) = self.names.get(&site).filter(|_| variants(value).is_some()) else { return value };
        known.values().filter(|ty| ty.is_number()).fold(value, |value, ty| variant(value, *ty).unwrap_or(value))
    }

    /// The type of a dict with what is known now of its names.
    pub fn with_names(&self, dict: Ty) -> Ty {
        let Kind::Dict { site: Some(site), .. } = *dict.kind() else { return dict };
        match self.names.get(&site) {
            Some(known) => dict.with_value_names(known.iter().map(|(name, ty)| (name.clone(), *ty))),
            None => dict,
        }
    }

    /// Notes what the container of a site is: typed lists and sets hold items of one type.
    pub fn note_kind(&mut self, site: u32, container: Ty) {
        if matches!(container.kind(), Kind::List { form: ListForm::Typed, .. } | Kind::Set { .. }) {
            self.uniform.insert(site);
        }
        if matches!(container.kind(), Kind::Set { .. }) {
            self.sets.insert(site);
        }
    }

    /// The type of the items that the operation's list has, with these among them; None when they have no common type.
    pub fn items(&mut self, item: Ty) -> Option<Ty> {
        let known = self.items.get(&self.current).copied().unwrap_or(Ty::undefined());
        // What is known of containers in it may have become more since they were put in.
        let known = self.now(known);
        let joined = self.join(self.current, known, item)?;
        self.items.insert(self.current, joined);
        Some(joined)
    }

    /// Begins a part of the operation that is typed, such as a call that it makes: its containers are others than those of other parts. Gives
    /// what `current` is to be again behind it.
    pub fn begin_part(&mut self, part: usize) -> u32 {
        let (operation, _) = self.current_part();
        std::mem::replace(&mut self.current, PART + operation * ROOM + part as u32 % ROOM)
    }

    /// The operation that is typed, and the number of the part of it.
    fn current_part(&self) -> (u32, u32) {
        match self.current.checked_sub(PART) {
            Some(place) => (place / ROOM, place % ROOM),
            None => (self.current, 0),
        }
    }

    /// The type of the list, dict or set of a site, which counts as known from here on; `empty` says which of them it is.
    pub fn made_at(&mut self, site: u32, empty: Ty) -> Ty {
        let nothing = match empty.kind() {
            Kind::Dict { .. } => Ty::uni_tuple(Ty::undefined(), 2),
            _ => Ty::undefined(),
        };
        self.note_kind(site, empty);
        let item = *self.items.entry(site).or_insert(nothing);
        let item = self.now(item);
        self.items.insert(site, item);
        let site = Some(site);
        let made = Ty::new(match (empty.kind(), item.tuple_items()) {
            (Kind::Dict { form, .. }, Some(&[key, value])) => Kind::Dict { key, value, form: *form, site },
            (Kind::Set { frozen, .. }, _) => Kind::Set { frozen: *frozen, item, site },
            (Kind::List { form, .. }, _) => Kind::List { item, form: *form, site },
            _ => Kind::List { item, form: ListForm::List, site },
        });
        self.with_names(made)
    }

    /// The type of a value that comes from elsewhere, whose lists may still become others: each that `is_open` holds for has a site from `first`
    /// on. What is known of them is in the type.
    pub fn given(&mut self, ty: Ty, first: u32, is_open: fn(Ty) -> bool) -> Ty {
        let mut next = first;
        let open = self.with_sites(ty, &mut next, is_open);
        self.now(open)
    }

    fn with_sites(&mut self, ty: Ty, next: &mut u32, is_open: fn(Ty) -> bool) -> Ty {
        ty.map_containers(&mut |container| {
            let own = *next;
            *next += 1;
            let site = is_open(container).then_some(own);
            let (ty, items) = match *container.kind() {
                Kind::List { item, form, .. } => {
                    let item = self.with_sites(item, next, is_open);
                    (Kind::List { item, form, site }, item)
                }
                Kind::Set { frozen, item, .. } => {
                    let item = self.with_sites(item, next, is_open);
                    (Kind::Set { frozen, item, site }, item)
                }
                Kind::Dict { key, value, form, .. } => {
                    let key = self.with_sites(key, next, is_open);
                    let value = self.with_sites(value, next, is_open);
                    (Kind::Dict { key, value, form, site }, Ty::tuple(vec![key, value]))
                }
                _ => return container,
            };
            if site.is_some() {
                self.note_kind(own, container);
                self.note_contents(own, items);
                self.note_names(own, container);
            }
            Ty::new(ty)
        })
    }

    /// Notes what a type that comes from elsewhere says of the container of a site, which may be more than it was in the round before.
    fn note_contents(&mut self, site: u32, items: Ty) {
        let Some(&known) = self.items.get(&site) else {
            self.items.insert(site, items);
            return;
        };
        if let Some(joined) = unify(known, items).filter(|joined| !are_alike(*joined, known)) {
            self.items.insert(site, joined);
            self.changed = true;
        }
    }

    /// The type with all that is known now of the sites in it.
    pub fn now(&mut self, ty: Ty) -> Ty {
        if !ty.has_site() {
            return ty;
        }
        ty.map_containers(&mut |container| {
            let known = |sites: &Self, site: Option<u32>| site.and_then(|site| sites.items.get(&site).copied());
            let (site, items) = match *container.kind() {
                Kind::List { item, site, .. } | Kind::Set { item, site, .. } => {
                    let item = known(self, site).unwrap_or(item);
                    (site, self.now(item))
                }
                Kind::Dict { key, value, site, .. } => {
                    let items = known(self, site).unwrap_or_else(|| Ty::tuple(vec![key, value]));
                    (site, self.now(items))
                }
                _ => return container,
            };
            if let Some(site) = site {
                self.items.insert(site, items);
            }
            let parts = items.tuple_items();
            match (container.kind(), parts) {
                (Kind::List { form, .. }, _) => Ty::new(Kind::List { item: items, form: *form, site }),
                (Kind::Set { frozen, .. }, _) => Ty::new(Kind::Set { frozen: *frozen, item: items, site }),
                (Kind::Dict { form, .. }, Some(&[key, value])) => {
                    self.with_names(Ty::new(Kind::Dict { key, value, form: *form, site }))
                }
                _ => container,
            }
        })
    }

    /// The type of what a call gives, whose lists of unknown items are filled here: what the function gives becomes that. Where a list is too
    /// narrow for what is put into it, so do lists of numbers.
    pub fn result(&mut self, ty: Ty) -> Ty {
        let is_open = if self.widens { has_unknown_or_numbers } else { has_unknown };
        if !self.is_call || !is_open(ty) {
            return ty;
        }
        let (operation, part) = self.current_part();
        self.given(ty, RESULT + operation * ROOM + part * SHARE % ROOM, is_open)
    }

    /// What a function makes of an argument, whose containers of unknown items others may fill.
    pub fn put_in(&mut self, ty: Ty, argument: usize) -> Ty {
        // Where something found no room, containers in containers are taken for what the function makes, too.
        let is_open = if self.widens { |ty: Ty| ty.bare() == ty } else { has_unknown };
        if !is_open(ty) {
            return ty;
        }
        let share = argument as u32 * SHARE % ROOM;
        let (operation, _) = self.current_part();
        self.given(ty, FILLED + operation % (1 << 23) * ROOM + share, is_open)
    }

    /// The type of a value that the function is given, whose lists the caller makes.
    pub fn parameter(&mut self, ty: Ty, index: usize) -> Ty {
        self.given(ty, PARAMETER + index as u32 * ROOM, Ty::has_site)
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
        self.is_new_flow(from, to);
    }

    /// As `flow`; whether that is something new.
    pub fn is_new_flow(&mut self, from: Ty, to: Ty) -> bool {
        let mut is_new = false;
        let mut found = Vec::new();
        needs(from, to, &mut found);
        for (site, container) in found {
            is_new |= self.note_names(site, container);
            let item = contents(container);
            let old = self.items.get(&site).copied().unwrap_or(Ty::undefined());
            // What does not fit what is there already is an error of the operation that puts it in.
            let joined = self.join(site, old, item).unwrap_or(old);
            if joined != old && self.reaches(joined, site, &mut Vec::new()) {
                let (operation, _) = self.current_part();
                self.endless.get_or_insert(operation);
            } else if joined != old {
                self.items.insert(site, joined);
                self.changed = true;
                is_new = true;
            }
        }
        is_new
    }

    /// Whether values of a type hold the container of a site.
    fn reaches(&self, ty: Ty, site: u32, seen: &mut Vec<u32>) -> bool {
        if !ty.has_site() {
            return false;
        }
        let mut found = false;
        ty.map_containers(&mut |container| {
            let (own, items) = match *container.kind() {
                Kind::List { item, site, .. } | Kind::Set { item, site, .. } => (site, vec![item]),
                Kind::Dict { key, value, site, .. } => (site, vec![key, value]),
                _ => return container,
            };
            found |= own == Some(site) || items.iter().any(|&item| self.reaches(item, site, seen));
            if let Some(own) = own
                && !seen.contains(&own)
            {
                seen.push(own);
                found |= self.items.get(&own).is_some_and(|&items| self.reaches(items, site, seen));
            }
            container
        });
        found
    }

    /// Whether an operation makes a container, such as the lookup in a `defaultdict` of lists: others may say more of its items.
    pub fn is_of(&self, operation: u32) -> bool {
        self.items.contains_key(&operation)
    }

    /// Whether a type says something else of the items of a container than what is known here: code for it would write other items than are
    /// read.
    pub fn is_behind(&mut self, ty: Ty) -> bool {
        ty.has_site() && !are_alike(self.now(ty), ty)
    }

    /// The operation that makes the container of a site.
    pub fn operation(site: u32) -> Option<u32> {
        match site {
            PARAMETER.. => None,
            RESULT.. => Some((site - RESULT) / ROOM),
            PART.. => Some((site - PART) / ROOM),
            _ => Some(site),
        }
    }

    /// Whether an operation has to be typed again, which is forgotten.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Lists of which nothing is known, and such lists in them, hold items of this type when nothing is ever put into them.
    pub fn prefer(&mut self, list: Ty, item: Ty) {
        if item.is_unsettled() || item == Ty::undefined() || has_unknown(item) {
            return;
        }
        let mut ty = list;
        while let Kind::List { item: own, site, .. } | Kind::Set { item: own, site, .. } = ty.kind() {
            if let (true, Some(site)) = (*own == Ty::undefined(), site) {
                self.preferred.entry(*site).or_insert(item.bare());
            }
            ty = *own;
        }
    }

    /// What containers to which nothing is ever put may hold: code that never runs has a type with one of them, and where calls put something
    /// there that depends on what they hold, it agrees with one.
    fn guess(&self) -> Option<Guess> {
        let (int, text) = (Ty::int64(), Ty::string());
        let (ints, two) = (Ty::list(int), Ty::uni_tuple(int, 2));
        let items = |key| [int, ints, text, two, Ty::list(ints), Ty::dict(key, int)].map(|item| Guess { key, item });
        let keys = if self.keys_unknown { &[int, text, two][..] } else { &[int] };
        keys.iter().flat_map(|&key| items(key)).nth(self.guess)
    }

    /// Takes the next guess for another attempt, where one was needed and is left: what could not be put into a container, if it was that.
    pub fn guess_again(&mut self, room_for: Option<Ty>, is_entry: bool) -> bool {
        if self.settled.is_empty() {
            return false;
        }
        if let Some(ty) = room_for.filter(|ty| !ty.is_unsettled() && !has_unknown(*ty))
            && let Some(wanted) = self.not_wanted_yet(ty, is_entry)
        {
            self.wanted.push(wanted);
            self.tried_wanted = false;
            return true;
        }
        self.guess += 1;
        self.tried_wanted = self.guess().is_some();
        if self.tried_wanted {
            return true;
        }
        // Attempts that differ in something else begin with the first one.
        self.guess = 0;
        self.arguments_first = !self.arguments_first && self.items.keys().any(|site| *site >= ARGUMENTS);
        self.arguments_first
    }

    /// What a container is to be taken for that has had no room for a type: the type, and where that has been tried in vain, what has room for all
    /// that was wanted before.
    fn not_wanted_yet(&self, ty: Ty, is_entry: bool) -> Option<(Ty, bool)> {
        let mut before = self.wanted.iter().filter(|wanted| wanted.1 == is_entry).map(|wanted| wanted.0);
        let wanted = match self.wanted.contains(&(ty, is_entry)) {
            true => before.try_fold(ty, |known, ty| unify(known, ty).or_else(|| several(known, ty)))?,
            false => ty,
        };
        let is_new = self.wanted.len() < MOST_WANTED && !self.wanted.contains(&(wanted, is_entry));
        is_new.then_some((wanted, is_entry))
    }

    /// What a container with such contents is taken for because it could not be put into one before.
    fn wanted_in(&self, contents: Ty) -> Option<Ty> {
        let is_dict = contents.tuple_items().is_some();
        let fitting = self.wanted.iter().rev().find(|wanted| wanted.1 == is_dict);
        fitting.or(self.wanted.last()).filter(|_| !self.tried_wanted).map(|wanted| wanted.0)
    }

    /// Lets lists of numbers that calls give, and containers that they put into others, become such of others, for another attempt, where
    /// something could not be put into a container.
    pub fn widen(&mut self, room_for: Option<Ty>) -> bool {
        room_for.is_some() && !std::mem::replace(&mut self.widens, true)
    }

    /// Says of the first list to which nothing is ever put what its items are, by a guess, or what is preferred for them; of those that something
    /// waits to be put into when there are no others. Whether there is such a list.
    pub fn settle_empty(&mut self, awaiting: &[u32]) -> bool {
        let pair = Ty::tuple(vec![Ty::undefined(); 2]);
        // Of a dict the keys may be known, and of a counter the values are.
        let has_no_value = |item: &Ty| matches!(item.tuple_items(), Some([_, value]) if *value == Ty::undefined());
        let has_no_key = |item: &Ty| matches!(item.tuple_items(), Some([key, _]) if *key == Ty::undefined());
        let unknown = |item: &Ty| *item == Ty::undefined() || has_no_value(item) || has_no_key(item);
        let empty = self.items.iter().filter(|(_, item)| unknown(item)).map(|(site, item)| (*site, *item));
        let all: Vec<(u32, Ty)> = empty.collect();
        // Nothing is put into these, but what waits for others may be.
        let is_partly_known = |item: &Ty| has_no_key(item) && !has_no_value(item);
        let order = |site: u32, item: &Ty| {
            let waits = awaiting.contains(&site) || is_partly_known(item);
            (waits, self.arguments_first && site < ARGUMENTS, site)
        };
        let Some(&(first, _)) = all.iter().min_by_key(|(site, item)| order(*site, item)) else {
            return false;
        };
        // What one call gives, such as an object with several lists, is known as a whole then.
        for (site, item) in all.into_iter().filter(|(site, _)| *site == first || is_of_one_call(*site, first)) {
            let preferred = self.preferred.get(&site).copied();
            let wanted = self.wanted_in(item);
            self.keys_unknown |= has_no_key(&item);
            let guess = self.guess().unwrap_or(Guess { key: Ty::int64(), item: Ty::int64() });
            let given = preferred.or(wanted);
            let held = given.unwrap_or_else(|| if self.sets.contains(&site) { as_key(guess.item) } else { guess.item });
            let settled = match (item.tuple_items(), held.tuple_items()) {
                // A pair as such is the value where the key is another guess.
                (Some(_), Some([_, _])) if item == pair && (given.is_some() || guess.key == Ty::int64()) => held,
                (Some(_), _) if item == pair => Ty::tuple(vec![guess.key, held]),
                (Some([_, value]), Some([key, new])) if is_partly_known(&item) && given.is_some() => {
                    Ty::tuple(vec![*key, unify(*value, *new).unwrap_or(*value)])
                }
                (Some([_, value]), _) if is_partly_known(&item) => Ty::tuple(vec![guess.key, *value]),
                // What a dict has had no room for is a pair.
                (Some([key, _]), Some([other, value])) if wanted == given && unify(*key, *other).is_some() => {
                    Ty::tuple(vec![unify(*key, *other).unwrap_or(*key), *value])
                }
                (Some([key, _]), _) => Ty::tuple(vec![*key, held]),
                _ => held,
            };
            self.items.insert(site, settled);
            self.settled.push(site);
        }
        true
    }

    /// Whether containers have been found to hold more since the operations that make them were typed.
    pub fn has_changed(&self) -> bool {
        self.changed
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
        let sent = std::mem::take(&mut self.sent);
        let (guess, wanted, tried_wanted) = (self.guess, std::mem::take(&mut self.wanted), self.tried_wanted);
        let (supposes, widens, varies) = (self.supposes, self.widens, self.varies);
        let arguments_first = self.arguments_first;
        Sites { sent, supposes, widens, varies, guess, arguments_first, wanted, tried_wanted, ..Sites::default() }
    }

    /// For the first attempt to type the function with items of several types, or with other versions of its code.
    pub fn anew(&self, varies: bool) -> Self {
        Sites { varies: varies || self.varies, ..Sites::default() }
    }

    /// Notes of what type the result of a call is going to be.
    pub fn suppose(&mut self, ret: Ty) {
        if self.supposes && ret != Ty::undefined() && !ret.is_unsettled() && !has_unknown(ret) {
            self.supposed.insert(self.current, ret);
        }
    }

    /// Notes that a call gives an object that it was given, whose containers may still become others.
    pub fn suppose_given(&mut self, ret: Ty) {
        self.supposed.insert(self.current, ret);
    }

    /// Whether the operation, a call of a class, is typed though too little is known of what it is given: from the round on that asks for it.
    pub fn opens(&mut self) -> bool {
        if self.asking {
            self.opened.insert(self.current);
        }
        self.opened.contains(&self.current)
    }

    /// What has been noted last of the operation.
    pub fn supposed(&self) -> Option<Ty> {
        self.supposed.get(&self.current).copied()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn list_at(sites: &mut Sites, site: u32) -> Ty {
        sites.made_at(site, Ty::list(Ty::undefined()))
    }

    #[test]
    fn items_of_an_operation_meet() {
        let mut sites = Sites { current: 3, ..Sites::default() };
        assert_eq!(sites.items(Ty::undefined()), Some(Ty::undefined()));
        assert_eq!(sites.items(Ty::int64()), Some(Ty::int64()));
        assert_eq!(sites.items(Ty::float64()), Some(Ty::float64()));
        assert_eq!(sites.items(Ty::string()), None);
        assert_eq!(list_at(&mut sites, 3).bare(), Ty::list(Ty::float64()));
        assert_eq!(list_at(&mut sites, 4).bare(), Ty::list(Ty::undefined()));
    }

    #[test]
    fn parts_of_an_operation_have_sites_of_their_own() {
        let mut sites = Sites { current: 3, ..Sites::default() };
        let whole = sites.begin_part(1);
        assert_eq!(sites.items(Ty::string()), Some(Ty::string()));
        assert_eq!((whole, Sites::operation(sites.current)), (3, Some(3)));
        sites.begin_part(2);
        assert_eq!(sites.items(Ty::int64()), Some(Ty::int64()));
        sites.current = whole;
        assert_eq!(sites.items(Ty::undefined()), Some(Ty::undefined()));
    }

    #[test]
    fn what_a_list_becomes_widens_its_site() {
        let mut sites = Sites::default();
        let list = list_at(&mut sites, 1);
        sites.flow(list, Ty::list(Ty::int64()));
        assert!(sites.take_changed() && !sites.take_changed());
        sites.flow(list, Ty::list(Ty::int64()));
        assert!(!sites.take_changed());
        let list = list_at(&mut sites, 1);
        sites.flow(list, Ty::list(Ty::float64()));
        assert!(sites.take_changed());
        assert_eq!(list_at(&mut sites, 1).bare(), Ty::list(Ty::float64()));
        // Types without sites need nothing.
        sites.flow(Ty::list(Ty::int64()), Ty::list(Ty::float64()));
        assert!(!sites.take_changed());
    }

    #[test]
    fn dicts_have_a_pair_of_types() {
        let mut sites = Sites::default();
        let empty = Ty::dict(Ty::undefined(), Ty::undefined());
        let dict = sites.made_at(2, empty);
        sites.flow(dict, Ty::dict(Ty::string(), Ty::int64()));
        assert_eq!(sites.made_at(2, empty).bare(), Ty::dict(Ty::string(), Ty::int64()));
    }

    #[test]
    fn lists_that_nobody_fills_get_numbers() {
        let mut sites = Sites::default();
        let nothing = Ty::dict(Ty::undefined(), Ty::undefined());
        list_at(&mut sites, 1);
        let list = list_at(&mut sites, 2);
        sites.made_at(3, nothing);
        sites.prefer(list, Ty::float64());
        let mut rounds = 0;
        while sites.settle_empty(&[]) {
            rounds += 1;
        }
        assert_eq!(rounds, 3);
        assert_eq!(list_at(&mut sites, 1).bare(), Ty::list(Ty::int64()));
        assert_eq!(list_at(&mut sites, 2).bare(), Ty::list(Ty::float64()));
        assert_eq!(sites.made_at(3, nothing).bare(), Ty::dict(Ty::int64(), Ty::int64()));
    }

    #[test]
    fn lists_that_nothing_waits_to_be_put_into_are_settled_first() {
        let mut sites = Sites::default();
        list_at(&mut sites, 1);
        list_at(&mut sites, 2);
        assert!(sites.settle_empty(&[1]));
        assert_eq!((list_at(&mut sites, 1).bare(), sites.settled.clone()), (Ty::list(Ty::undefined()), vec![2]));
        assert!(sites.settle_empty(&[1]) && !sites.settle_empty(&[1]));
    }

    #[test]
    fn what_calls_give_has_sites_where_items_are_unknown() {
        let mut sites = Sites { current: 5, ..Sites::default() };
        let unknown = Ty::list(Ty::list(Ty::undefined()));
        assert_eq!(sites.result(unknown), unknown);
        sites.is_call = true;
        assert_eq!(sites.result(Ty::list(Ty::int64())), Ty::list(Ty::int64()));
        let given = sites.result(unknown);
        assert!(given.has_site() && given.bare() == unknown);
        sites.flow(given, Ty::list(Ty::list(Ty::string())));
        assert_eq!(sites.result(unknown).bare(), Ty::list(Ty::list(Ty::string())));
    }

    #[test]
    fn the_longest_text_of_constants_is_known() {
        let mut sites = Sites::default();
        assert_eq!(sites.text_length(1), None);
        sites.note_text(1, Ty::literal_str("ab"));
        sites.note_text(1, Ty::literal_str("é"));
        assert_eq!(sites.text_length(1), Some(2));
        sites.note_text(1, Ty::string());
        sites.note_text(1, Ty::literal_str("abc"));
        assert_eq!(sites.text_length(1), None);
    }

    #[test]
    fn what_generators_are_sent_meets_and_survives() {
        let mut sites = Sites::default();
        let (func, args) = (FuncId(7), [Ty::int64()]);
        assert_eq!(sites.tell_sent(func, &args, Ty::int64()), Some(()));
        assert!(sites.take_told() && !sites.take_told());
        assert_eq!(sites.tell_sent(func, &args, Ty::int64()), None);
        assert!(!sites.take_told());
        assert_eq!(sites.tell_sent(func, &args, Ty::float64()), Some(()));
        assert_eq!(sites.tell_sent(func, &args, Ty::string()), None);
        let again = sites.renewed();
        assert_eq!(again.is_sent(func, &args), Some(Ty::float64()));
        assert_eq!(again.is_sent(FuncId(8), &args), None);
        assert!(again.items.is_empty() && sites.sent.is_empty());
    }

    #[test]
    fn what_was_wanted_in_turn_is_tried_together() {
        let mut sites = Sites { settled: vec![1], ..Sites::default() };
        let (number, text) = (Ty::int64(), Ty::string());
        let entry = |value| Ty::tuple(vec![number, value]);
        assert!(sites.guess_again(Some(entry(number)), true) && sites.guess_again(Some(entry(text)), true));
        assert!(sites.guess_again(Some(text), false));
        assert_eq!(sites.wanted_in(entry(Ty::undefined())), Some(entry(text)));
        assert_eq!(sites.wanted_in(Ty::undefined()), Some(text));
        assert!(sites.guess_again(Some(entry(number)), true));
        let both = variant(number, text).map(entry);
        assert_eq!(sites.wanted_in(entry(Ty::undefined())), both);
    }
}
