//! The pending exception, through the functions that compiled code calls.

use coluber_abi::{ExceptionClass, FunctionInfo, HostSite, OK, RAISED, RaiseSite, StrRef};
use coluber_runtime::{HostRaised, Pending, bodies, memory, raise_message, take_pending};
use std::ptr;

static FUNCTION: FunctionInfo =
    FunctionInfo { name: StrRef::new("f"), file: StrRef::new("f.py"), table: ptr::null(), source: 0 };

fn class(word: &str) -> ExceptionClass {
    ExceptionClass::from_word(word).expect("a class")
}

fn site(word: &str, message: StrRef, types: &[u64]) -> RaiseSite {
    RaiseSite {
        class: class(word).code(),
        line: 3,
        message,
        function: &FUNCTION,
        types: types.as_ptr(),
        count: types.len(),
    }
}

fn raise(site: &RaiseSite, words: &[u64]) {
    // SAFETY: the words fit the site's types.
    unsafe { bodies::raise(ptr::from_ref(site).cast_mut().cast(), words.as_ptr().cast_mut().cast()) }
}

fn matches(handle: *mut u8, words: &[&str]) -> bool {
    let codes: Vec<u64> = words.iter().map(|w| u64::from(class(w).code())).collect();
    // SAFETY: `codes` is as long as said.
    unsafe { bodies::exception_matches(handle, codes.as_ptr().cast_mut().cast(), codes.len() as i64) }
}

#[test]
fn message_and_traceback() {
    let site = site("ValueError", StrRef::new("bad"), &[]);
    raise(&site, &[]);
    bodies::trace(ptr::from_ref(&FUNCTION).cast_mut().cast(), 9);
    let pending = take_pending().expect("pending");
    assert_eq!(pending.class(), class("ValueError"));
    assert_eq!(pending.message(), Some("bad"));
    let traceback = pending.traceback();
    let lines: Vec<_> = traceback.iter().map(|f| (f.function(), f.file(), f.line)).collect();
    assert_eq!(lines, [("f", "f.py", 3), ("f", "f.py", 9)]);
    assert!(take_pending().is_none());
}

#[test]
fn arguments_are_kept_alive() {
    let owner = memory::allocate(8, false).expect("memory").as_ptr();
    let ids = [coluber_types::Ty::string().id(), coluber_types::Ty::float64().id()];
    let types = ids.map(u64::from);
    let site = site("KeyError", StrRef::NONE, &types);
    raise(&site, &[owner as u64, 0, 2, 1, 1.5f64.to_bits()]);
    // SAFETY: the allocation is alive until the last release.
    unsafe {
        assert_eq!(memory::reference_count(owner), 2);
        let pending = take_pending().expect("pending");
        let args: Vec<_> = pending.args().map(|(ty, words)| (ty, words.to_vec())).collect();
        assert_eq!(args, [(ids[0], vec![owner as u64, 0, 2, 1]), (ids[1], vec![1.5f64.to_bits()])]);
        drop(pending);
        assert_eq!(memory::reference_count(owner), 1);
        memory::release(owner);
    }
}

#[test]
fn caught_and_raised_again() {
    raise_message(class("IndexError"), "late".into());
    let handle = bodies::caught();
    assert!(take_pending().is_none());
    assert!(matches(handle, &["TypeError", "LookupError"]));
    assert!(!matches(handle, &["KeyError"]));
    // SAFETY: the handle is a caught exception, with one reference.
    unsafe {
        assert_eq!(Pending::of_caught(handle).message(), Some("late"));
        bodies::reraise(handle);
        memory::release(handle);
    }
    assert_eq!(take_pending().expect("pending").message(), Some("late"));
}

#[test]
fn a_failed_allocation_raises() {
    for (bytes, expected) in [(-1, "ValueError"), (i64::MAX, "ValueError"), (i64::MAX / 2, "MemoryError")] {
        assert!(bodies::alloc(bytes).is_null());
        assert_eq!(take_pending().expect("pending").class(), class(expected));
        assert!(bodies::alloc_zeroed(bytes).is_null());
        assert_eq!(take_pending().expect("pending").class(), class(expected));
    }
}

#[test]
fn sizes_of_arrays() {
    assert_eq!(bodies::size_mul(8, 5), 40);
    assert_eq!(bodies::size_mul(bodies::size_mul(8, -5), -1), -1);
    assert_eq!(bodies::size_mul(bodies::size_mul(8, 1 << 62), 0), i64::MAX);
}

#[test]
fn host_calls() {
    coluber_runtime::set_host_call(|name, types, words| match name {
        "panic" => panic!("as asked"),
        _ if words.is_empty() => Ok(()),
        _ => Err(HostRaised { class: class("#5"), value: words[0] + types.len() as u64 }),
    });
    coluber_runtime::set_exception_match(|raised, wanted| raised == class("#5") && wanted == class("Exception"));
    let types = [u64::from(coluber_types::Ty::int64().id())];
    let call = |name, count| {
        let site = HostSite { name: StrRef::new(name), types: types.as_ptr(), count };
        let words = [41u64];
        // SAFETY: the words fit the site's types.
        unsafe { bodies::host_call(ptr::from_ref(&site).cast_mut().cast(), words.as_ptr().cast_mut().cast()) }
    };
    assert_eq!(call("quiet", 0), OK);
    assert_eq!(call("loud", 1), RAISED);
    let handle = bodies::caught();
    assert!(matches(handle, &["Exception"]) && !matches(handle, &["ValueError"]));
    // SAFETY: the handle is a caught exception, with one reference.
    unsafe {
        assert_eq!(Pending::of_caught(handle).host_value(), Some(42));
        memory::release(handle);
    }
    assert_eq!(call("panic", 0), RAISED);
    assert_eq!(take_pending().expect("pending").class(), class("SystemError"));
}
