//! Builds typed functions, compiles and calls them.
#![allow(dead_code, reason = "each test uses a part")]

use coluber_abi::{entry_symbol, word_count};
use coluber_codegen::{Compiled, FastMath, Jit, Linked, OptLevel, TargetConfig, Texts, Unit, UnitFunction, compile};
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// A function of these parameters; `body` fills the entry block and returns nothing.
pub fn function(name: &str, params: &[Ty], ret: Ty, body: impl FnOnce(&mut Builder<'_, Op>, &[Value])) -> Typed {
    let mut f = Typed::new(name);
    f.ret = ret;
    let entry = f.add_block();
    let params: Vec<Value> = params.iter().map(|&ty| f.add_param(entry, ty, None)).collect();
    body(&mut Builder::new(&mut f, entry), &params);
    f
}

/// Shorthands for operations.
pub trait Build {
    fn int(&mut self, value: i64) -> Value;
    fn constant(&mut self, value: Const, ty: Ty) -> Value;
    fn arith(&mut self, op: Arith, a: Value, b: Value) -> Value;
    fn compare(&mut self, op: CmpOp, a: Value, b: Value) -> Value;
    fn block_with(&mut self, params: &[Ty]) -> (Block, Vec<Value>);
    fn none(&mut self) -> Value;
    fn ret_none(&mut self);
    fn guard(&mut self, class: &str, message: &str, args: &[Value]);
    fn raise(&mut self, class: &str, message: &str, args: &[Value]);
}

impl Build for Builder<'_, Op> {
    fn int(&mut self, value: i64) -> Value {
        self.constant(Const::Int(value), Ty::int64())
    }
    fn constant(&mut self, value: Const, ty: Ty) -> Value {
        self.value(Op::Const { value }, &[], ty)
    }
    fn arith(&mut self, op: Arith, a: Value, b: Value) -> Value {
        let ty = self.func.ty(a);
        self.value(Op::Arith { op }, &[a, b], ty)
    }
    fn compare(&mut self, op: CmpOp, a: Value, b: Value) -> Value {
        self.value(Op::Compare { op }, &[a, b], Ty::boolean())
    }
    fn block_with(&mut self, params: &[Ty]) -> (Block, Vec<Value>) {
        let block = self.func.add_block();
        let params = params.iter().map(|&ty| self.func.add_param(block, ty, None)).collect();
        (block, params)
    }
    fn none(&mut self) -> Value {
        self.constant(Const::None, Ty::none())
    }
    fn ret_none(&mut self) {
        let none = self.none();
        self.ret(none);
    }
    fn guard(&mut self, class: &str, message: &str, args: &[Value]) {
        self.effect(Op::Guard { class: class.into(), message: message.into() }, args);
    }
    fn raise(&mut self, class: &str, message: &str, args: &[Value]) {
        self.effect(Op::Raise { class: class.into(), message: message.into() }, args);
        self.terminate(coluber_ir::Terminator::Unreachable);
    }
}

/// Configuration of this machine, checked.
pub fn target(level: OptLevel) -> TargetConfig {
    TargetConfig { verify: true, ..TargetConfig::host(level) }
}

/// A compiled function that can be called.
pub struct Run {
    pub compiled: Compiled,
    _linked: Linked,
    entry: unsafe extern "C" fn(*const u64, *mut u64) -> i32,
    results: usize,
}

pub fn jit() -> &'static Jit {
    Jit::process(|| coluber_runtime::symbols().collect()).expect("a linker")
}

/// A symbol that no other test of the process has.
fn unique(name: &str) -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    coluber_abi::symbol(name, NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Run {
    /// Compiles functions; each has its position as its number, and the first is called.
    pub fn new(functions: &[Typed]) -> Run {
        Self::with(functions, OptLevel::O2, FastMath::NONE)
    }

    pub fn with(functions: &[Typed], level: OptLevel, fast_math: FastMath) -> Run {
        let mut unit = Unit::new("test");
        for (spec, ir) in functions.iter().enumerate() {
            let mut function = UnitFunction::new(ir, spec as u32, unique(&ir.name));
            function.entry = spec == 0;
            function.fast_math = fast_math;
            function.file = "test.py".into();
            unit.functions.push(function);
        }
        let compiled = compile(&unit, &target(level), Texts { llvm: true, optimised: true, ..Texts::NONE })
            .unwrap_or_else(|e| panic!("{e}"));
        let linked = jit().link(&compiled.object).expect("linked");
        let address = linked.address(&entry_symbol(&unit.functions[0].symbol)).expect("an entry");
        // SAFETY: entries have this type.
        let entry = unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(*const u64, *mut u64) -> i32>(address) };
        Run { compiled, _linked: linked, entry, results: word_count(&[functions[0].ret]) }
    }

    /// The words of the result, or the status.
    pub fn call(&self, args: &[u64]) -> Result<Vec<u64>, i32> {
        let mut result = vec![0xdead_beef_u64; self.results];
        // SAFETY: the tests pass a word for each leaf.
        match unsafe { (self.entry)(args.as_ptr(), result.as_mut_ptr()) } {
            coluber_abi::OK => Ok(result),
            status => Err(status),
        }
    }

    /// The only word of the result.
    pub fn word(&self, args: &[u64]) -> u64 {
        let words = self.call(args).expect("no exception");
        assert_eq!(words.len(), 1);
        words[0]
    }
}
