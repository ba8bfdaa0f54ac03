//! Code that other processes can link: what it refers to is in a table.

use crate::common::{Build, function, jit, target};
use coluber_abi::{entry_symbol, portable_symbol, table_symbol};
use coluber_codegen::{OptLevel, Reference, Texts, Unit, UnitFunction, compile};
use coluber_ir::typed::Op;
use coluber_ir::{Const, Typed};
use coluber_runtime::take_pending;
use coluber_types::{Kind, Ty};

/// Loads from constant memory; raises a class of the host with a tuple when there is a zero.
fn lookup(address: u64) -> Typed {
    let key = Ty::tuple([Ty::int64(), Ty::float32()]);
    function("lookup", &[Ty::int64(), key], Ty::int64(), |b, p| {
        b.set_span(coluber_base::Span::line(7));
        let memory = b.constant(Const::Memory { address, bytes: 8 }, Ty::new(Kind::Ptr));
        let value = b.value(Op::Load {}, &[memory], Ty::int64());
        let sum = b.arith(coluber_ir::typed::Arith::Add, value, p[0]);
        let zero = b.int(0);
        let fine = b.compare(coluber_ops::CmpOp::Ne, sum, zero);
        b.guard("#5", "zero", &[fine, p[1]]);
        b.ret(sum);
    })
}

#[test]
fn references_are_read_from_the_table() {
    let numbers = [40i64, 2];
    let ir = lookup(0xdead_0000);
    let symbol = portable_symbol("lookup", 7);
    let mut unit = Unit::new("test");
    let mut root = UnitFunction::new(&ir, 3, symbol.clone()).with_entry();
    root.file = "old.py".into();
    unit.functions.push(root);
    unit.portable = true;
    let compiled = compile(&unit, &target(OptLevel::O2), Texts::NONE).unwrap_or_else(|e| panic!("{e}"));
    let references = &compiled.references;
    assert!(references.contains(&Reference::Memory(0xdead_0000)), "{references:?}");
    assert!(references.contains(&Reference::Source(3)));
    assert_eq!(references.iter().filter(|r| matches!(r, Reference::Class(_))).count(), 1);
    assert_eq!(references.iter().filter(|r| matches!(r, Reference::Type(_))).count(), 1);

    let source = coluber_abi::OwnedSource::new("new.py".into(), vec![[7, 70]]);
    let words: Vec<u64> = references
        .iter()
        .map(|reference| match reference {
            Reference::Memory(_) => numbers.as_ptr() as u64,
            Reference::Source(_) => source.address(),
            Reference::Class(_) => u64::from(coluber_abi::ExceptionClass::from_word("#9").expect("a class").code()),
            other => other.word(),
        })
        .collect();
    let linked = jit().link(&compiled.object).expect("linked");
    let table = linked.address(&table_symbol(&symbol)).expect("a table");
    let entry = linked.address(&entry_symbol(&symbol)).expect("an entry");
    // SAFETY: the table has a word for each reference; the entry has this type.
    let call = unsafe {
        std::ptr::copy_nonoverlapping(words.as_ptr(), table as *mut u64, words.len());
        let entry = std::mem::transmute::<usize, unsafe extern "C" fn(*const u64, *mut u64) -> i32>(entry);
        move |args: [u64; 3]| {
            let mut result = 0;
            (entry(args.as_ptr(), &mut result), result)
        }
    };
    assert_eq!(call([2, 8, 0]), (0, 42));
    assert_eq!(call([-40i64 as u64, 8, 0]).0, coluber_abi::RAISED);
    let pending = take_pending().expect("an exception");
    assert_eq!(Some(pending.class()), coluber_abi::ExceptionClass::from_word("#9"));
    let frame = pending.traceback()[0];
    assert_eq!((frame.file(), frame.line), ("new.py", 70));
    assert_eq!(pending.args().map(|(_, words)| words.to_vec()).collect::<Vec<_>>(), [vec![8, 0]]);
}

#[test]
fn code_that_refers_to_nothing_has_no_table() {
    let ir = function("one", &[], Ty::int64(), |b, _| {
        let one = b.int(1);
        b.ret(one);
    });
    let mut unit = Unit::new("test");
    unit.functions.push(UnitFunction::new(&ir, 0, portable_symbol("one", 8)).with_entry());
    unit.portable = true;
    let compiled = compile(&unit, &target(OptLevel::O2), Texts::NONE).unwrap_or_else(|e| panic!("{e}"));
    assert!(compiled.references.is_empty());
}
