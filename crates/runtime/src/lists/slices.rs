//! Parts of lists, and lists made of others.

use super::{List, no_memory, or_no_memory};
use crate::bodies::builtin;
use crate::exceptions::raise_message;
use crate::items::ItemType;
use coluber_abi::{OK, RAISED};
use std::ptr;

/// The items that a slice names: the first, how far apart, how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: i64,
    step: i64,
    count: i64,
}

impl Span {
    /// The items that `start:stop:step` names of so many, as Python has it; the step is not zero.
    fn new(start: i64, stop: i64, step: i64, length: i64) -> Span {
        let (low, high) = if step < 0 { (-1, length - 1) } else { (0, length) };
        let clamp = |k: i64| (if k < 0 { k.saturating_add(length) } else { k }).clamp(low, high);
        let (start, stop) = (clamp(start), clamp(stop));
        let distance = if step < 0 { start - stop } else { stop - start };
        let count = if distance <= 0 { 0 } else { (distance - 1) / step.saturating_abs() + 1 };
        Span { start, step, count }
    }

    fn indices(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |k| (self.start + k * self.step) as usize)
    }
}

/// The span of a slice; None with ValueError pending for a step of zero.
fn span(list: &List, start: i64, stop: i64, step: i64) -> Option<Span> {
    if step == 0 {
        raise_message(builtin("ValueError"), "slice step cannot be zero".to_owned());
        return None;
    }
    Some(Span::new(start, stop, step, list.length))
}

/// A copy of some items as a new list.
unsafe fn copy_of(list: &List, span: Span) -> Option<*mut u8> {
    let owner = List::make(list.item, span.count as usize)?;
    // SAFETY: a new list of the same type; indices are in range. A list that is given up releases what it has.
    unsafe {
        let copy = List::of(owner);
        copy.set_limit(list.limit());
        let done = if span.step == 1 {
            copy.append_copies(list.place(span.start as usize), span.count as usize)
        } else {
            append_span(copy, list, span)
        };
        if done.is_none() {
            crate::memory::release(owner);
            return None;
        }
    }
    Some(owner)
}

/// Appends copies of the items that a span names to a new list, which has room for them.
///
/// # Safety
/// The span is of the list; the lists are two of one type.
unsafe fn append_span(copy: &mut List, list: &List, span: Span) -> Option<()> {
    let (target, size, count) = (copy.place(0), list.item.size(), span.count as usize);
    // SAFETY: indices are in range, and there is room for as many items.
    unsafe {
        match size {
            8 => {
                let (items, target) = (list.items.cast::<u64>(), target.cast::<u64>());
                span.indices().enumerate().for_each(|(k, index)| target.add(k).write(items.add(index).read()));
            }
            _ => span.indices().enumerate().for_each(|(k, index)| {
                ptr::copy_nonoverlapping(list.place(index), target.add(k * size), size);
            }),
        }
        if list.item.owns() && count > 0 {
            let step = span.step as isize * size as isize;
            list.item.share((list.place(span.start as usize), step), (target, size as isize), count)?;
        }
    }
    copy.length = span.count;
    Some(())
}

/// `list[start:stop:step]`
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_slice(list: *mut u8, start: i64, stop: i64, step: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    match span(list, start, stop, step) {
        // SAFETY: the span is of this list.
        Some(span) => or_no_memory(unsafe { copy_of(list, span) }),
        None => ptr::null_mut(),
    }
}

/// `del list[start:stop:step]`
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_delete_slice(list: *mut u8, start: i64, stop: i64, step: i64) -> i32 {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    let Some(span) = span(list, start, stop, step) else { return RAISED };
    let mut gone: Vec<usize> = span.indices().collect();
    gone.sort_unstable();
    remove(list, &gone);
    OK
}

/// Gives the items at these indices, in order, up and closes their places.
fn remove(list: &mut List, gone: &[usize]) {
    let (size, length) = (list.item.size(), list.len());
    let mut target = gone.first().copied().unwrap_or(length);
    for (k, &index) in gone.iter().enumerate() {
        let until = gone.get(k + 1).copied().unwrap_or(length);
        // SAFETY: indices are in range and rising, so that each run of items that stay moves down once.
        unsafe {
            list.item.release(list.place(index), 1);
            ptr::copy(list.place(index + 1), list.place(target), (until - index - 1) * size);
        }
        target += until - index - 1;
    }
    list.length -= gone.len() as i64;
    list.changed = 1;
}

/// `list[start:stop:step] = other`
///
/// # Safety
/// The words are those of lists of one type.
pub unsafe extern "C" fn list_set_slice(list: *mut u8, start: i64, stop: i64, step: i64, other: *mut u8) -> i32 {
    // SAFETY: promised by the caller; items that hold references come from a copy, and so do those of a list that is assigned to a part of
    // itself.
    unsafe {
        if list != other && !List::of(list).item.owns() {
            let other = List::of(other);
            let length = other.length;
            let done = set_items(List::of(list), start, stop, step, other);
            other.length = length;
            return if done.is_some() { OK } else { RAISED };
        }
        let whole = Span { start: 0, step: 1, count: List::of(other).length };
        let Some(copy) = copy_of(List::of(other), whole) else {
            no_memory();
            return RAISED;
        };
        let done = set_items(List::of(list), start, stop, step, List::of(copy));
        crate::memory::release(copy);
        if done.is_some() { OK } else { RAISED }
    }
}

/// Moves the items of `from` into the slice. None with an exception pending. What is left in `from` has no references.
unsafe fn set_items(list: &mut List, start: i64, stop: i64, step: i64, from: &mut List) -> Option<()> {
    let span = span(list, start, stop, step)?;
    let size = list.item.size();
    if span.step != 1 {
        if span.count != from.length {
            let (given, wanted) = (from.length, span.count);
            let text = format!("attempt to assign sequence of size {given} to extended slice of size {wanted}");
            raise_message(builtin("ValueError"), text);
            return None;
        }
        for (k, index) in span.indices().enumerate() {
            // SAFETY: indices are in range; the old item goes, and the new one is no longer one of `from`.
            unsafe {
                list.item.release(list.place(index), 1);
                ptr::copy_nonoverlapping(from.place(k), list.place(index), size);
            }
        }
        from.length = 0;
        list.changed = 1;
        return Some(());
    }
    let (at, gone, come) = (span.start as usize, span.count as usize, from.len());
    if list.reserve(come.saturating_sub(gone)).is_none() {
        no_memory();
        return None;
    }
    // SAFETY: there is room for the items that come; those behind the slice move, and the new ones are no longer those of `from`.
    unsafe {
        list.item.release(list.place(at), gone);
        ptr::copy(list.place(at + gone), list.items.add((at + come) * size), (list.len() - at - gone) * size);
        ptr::copy_nonoverlapping(from.items, list.items.add(at * size), come * size);
    }
    from.length = 0;
    list.length += come as i64 - gone as i64;
    list.changed = 1;
    Some(())
}

/// `a + b` of lists of one type.
///
/// # Safety
/// The words are those of lists of one type.
pub unsafe extern "C" fn list_concat(a: *mut u8, b: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { joined(&[List::of(a), List::of(b)]) }
}

/// `list * count`
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_repeat(list: *mut u8, count: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let list: &List = unsafe { List::of(list) };
    if list.is_empty() || count <= 0 {
        return or_no_memory(List::make(list.item, 0));
    }
    if list.len().checked_mul(count as usize).is_none_or(|n| n > isize::MAX as usize / 8) {
        return or_no_memory(None);
    }
    // SAFETY: as above.
    unsafe { repeated(list, count as usize) }
}

/// A list of so many times one item: address of a word with the number of the item's type, address of the item, count.
///
/// # Safety
/// The addresses are those.
pub unsafe extern "C" fn list_filled(item: *mut u8, place: *mut u8, count: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let Some(item) = (unsafe { ItemType::at(item) }) else { return or_no_memory(None) };
    if count > isize::MAX as i64 / 8 {
        return or_no_memory(None);
    }
    let count = count.max(0) as usize;
    let Some(owner) = List::make(item, count) else { return or_no_memory(None) };
    // SAFETY: promised by the caller.
    if count > 0 { unsafe { filled(owner, (place, 1), count) } } else { owner }
}

/// # Safety
/// The count and the list are not empty.
unsafe fn repeated(list: &List, count: usize) -> *mut u8 {
    let total = list.len() * count;
    let Some(owner) = List::make(list.item, total) else { return or_no_memory(None) };
    // SAFETY: promised by the caller.
    unsafe { filled(owner, (list.items, list.len()), total) }
}

/// Fills a new list with items, as often as there is room for; gives it back, or gives it up where there is no memory.
///
/// # Safety
/// There are so many items of the list's type, at least one, and room for a multiple of them.
unsafe fn filled(owner: *mut u8, (items, count): (*const u8, usize), total: usize) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe {
        let new = List::of(owner);
        let (place, size) = (new.place(0), new.item.size());
        if size == size_of::<u64>() && count == 1 {
            std::slice::from_raw_parts_mut(place.cast::<u64>(), total).fill(items.cast::<u64>().read_unaligned());
        } else {
            let (mut there, bytes) = (count * size, total * size);
            ptr::copy_nonoverlapping(items, place, there);
            while there < bytes {
                let more = there.min(bytes - there);
                ptr::copy_nonoverlapping(place, place.add(there), more);
                there += more;
            }
        }
        if new.item.owns() && new.item.hold(place, total).is_none() {
            crate::memory::release(owner);
            return or_no_memory(None);
        }
        new.length = total as i64;
    }
    owner
}

/// # Safety
/// The lists have one type; there is at least one.
unsafe fn joined(lists: &[&mut List]) -> *mut u8 {
    let total = lists.iter().map(|l| l.len()).sum();
    let Some(owner) = List::make(lists[0].item, total) else { return or_no_memory(None) };
    for list in lists {
        // SAFETY: a new list of the same type.
        if unsafe { List::of(owner).append_copies(list.items, list.len()) }.is_none() {
            // SAFETY: it has not been given to anyone.
            unsafe { crate::memory::release(owner) };
            return or_no_memory(None);
        }
    }
    owner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_those_of_python() {
        let none = (i64::MIN, i64::MAX);
        for (start, stop, step, length, first, count) in [
            (0, none.1, 1, 5, 0, 5),
            (-2, none.1, 1, 5, 3, 2),
            (none.1, none.0, -1, 5, 4, 5),
            (3, 0, -2, 5, 3, 2),
            (10, 20, 1, 5, 5, 0),
            (0, 5, 2, 5, 0, 3),
            (4, -6, -3, 5, 4, 2),
        ] {
            let span = Span::new(start, stop, step, length);
            assert_eq!((span.start, span.count), (first, count), "{start}:{stop}:{step} of {length}");
        }
    }
}
