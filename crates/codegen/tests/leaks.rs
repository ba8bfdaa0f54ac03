//! Counts allocations of the whole process, so it is the only test of its file.

mod common;

use coluber_ir::Typed;
use coluber_ir::typed::Op;
use coluber_types::{Kind, Ty};
use common::{Build, Run, function};

/// `try: x = alloc(8); if not ok: raise ValueError except: pass`
fn allocate_and_catch() -> Typed {
    function("f", &[Ty::boolean()], Ty::none(), |b, p| {
        let here = b.block();
        let (handler, _) = b.block_with(&[]);
        b.func.blocks[here].handler = Some(handler);
        let eight = b.int(8);
        let owner = b.value(Op::Runtime { func: "alloc".into() }, &[eight], Ty::owner());
        let inst = b.inst(Op::Guard { class: "ValueError".into(), message: "".into() }, &[p[0], owner], &[]);
        b.func.insts[inst].cleanup.push(owner);
        b.effect(Op::Release {}, &[owner]);
        b.ret_none();
        b.switch_to(handler);
        let exception = b.value(Op::CaughtException {}, &[], Ty::new(Kind::CaughtException));
        b.effect(Op::Release {}, &[exception]);
        b.ret_none();
    })
}

#[test]
fn nothing_leaks() {
    let before = coluber_runtime::live_allocations();
    let run = Run::new(&[allocate_and_catch()]);
    for ok in [0, 1, 0, 1] {
        assert_eq!(run.call(&[ok]), Ok(vec![]));
        assert_eq!(coluber_runtime::live_allocations(), before);
    }
}
