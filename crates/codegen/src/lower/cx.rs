//! What the functions of a module share.

use super::device::Device;
use super::portable::References;
use crate::llvm::{Attribute, DebugInfo, Effort, Func, Linkage, Module, Type, Val, vecmath};
use crate::target::TargetConfig;
use crate::unit::FastMath;
use coluber_abi::{Convention, Effect, HEADER_BYTES, Leaf, RUNTIME, RuntimeId, leaves};
use coluber_base::Name;
use coluber_types::Ty;
use rustc_hash::FxHashMap;

/// A function that can be called.
#[derive(Clone, Copy)]
pub(super) struct Callee {
    pub func: Func,
    /// The form with a limit of the stack as the first parameter, where the function is part of a cycle of calls.
    pub inner: Option<Func>,
    pub ret: Ty,
}

/// The module and what has been declared in it.
pub(super) struct Cx<'m> {
    pub module: &'m mut Module,
    /// What the processor has for elementary functions.
    pub math: vecmath::Options,
    /// Whether elementary functions are made of code that can be vectorised. Elsewhere C's library is as fast, and compiles faster.
    pub own_math: bool,
    /// Set where a function of the unit is to be debugged.
    pub debug: Option<DebugInfo>,
    /// Set where the code is for a GPU.
    pub device: Option<Device<'m>>,
    /// Flags that all floating point operations have.
    pub float_flags: u32,
    /// Set where the code is portable.
    pub references: Option<References>,
    vector_width: Option<u32>,
    callees: FxHashMap<u32, Callee>,
    /// Entries of the functions that `fork` calls.
    forked: FxHashMap<u32, Func>,
    runtime: Vec<Option<Func>>,
    /// The functions that were linked from texts of programs.
    pub spliced: FxHashMap<Name, Func>,
}

impl<'m> Cx<'m> {
    pub fn new(module: &'m mut Module, target: &TargetConfig, effort: Effort) -> Self {
        Cx {
            module,
            math: target.math(),
            own_math: matches!(effort, Effort::Usual | Effort::Large),
            debug: None,
            device: None,
            float_flags: 0,
            references: None,
            vector_width: target.vector_width,
            callees: FxHashMap::default(),
            forked: FxHashMap::default(),
            runtime: vec![None; RUNTIME.len()],
            spliced: FxHashMap::default(),
        }
    }

    /// For the code of a GPU.
    pub fn for_device(module: &'m mut Module, device: Device<'m>) -> Self {
        let float_flags = if device.config.contract { FastMath::CONTRACT.bits() } else { 0 };
        Cx {
            module,
            math: vecmath::Options { has_fma: true, has_avx512: false },
            own_math: false,
            debug: None,
            device: Some(device),
            float_flags,
            references: None,
            vector_width: None,
            callees: FxHashMap::default(),
            forked: FxHashMap::default(),
            runtime: vec![None; RUNTIME.len()],
            spliced: FxHashMap::default(),
        }
    }

    /// Declares a function with the calling convention of compiled code.
    pub fn declare(&mut self, symbol: &str, params: &[Ty], ret: Ty, linkage: Linkage) -> Func {
        let params: Vec<Type> = params.iter().flat_map(|&ty| leaves(ty)).map(|&leaf| self.module.leaf(leaf)).collect();
        let ty = self.result_type(ret).function(&params);
        self.module.add_function(symbol, ty, linkage)
    }

    /// Declares the form of a function that is given the limit of the stack.
    pub fn declare_inner(&mut self, symbol: &str, params: &[Ty], ret: Ty) -> Func {
        let own = params.iter().flat_map(|&ty| leaves(ty));
        let params: Vec<Type> = [&Leaf::I64].into_iter().chain(own).map(|&leaf| self.module.leaf(leaf)).collect();
        let ty = self.result_type(ret).function(&params);
        self.module.add_function(&format!("{symbol}.inner"), ty, Linkage::Internal)
    }

    /// The status, and the leaves of the result.
    pub fn result_type(&self, ret: Ty) -> Type {
        let status = self.module.leaf(Leaf::I32);
        let leaves = leaves(ret);
        if leaves.is_empty() {
            return status;
        }
        let mut fields = vec![status];
        fields.extend(leaves.iter().map(|&leaf| self.module.leaf(leaf)));
        self.module.structure(&fields)
    }

    pub fn set_vector_width(&self, func: Func) {
        if let Some(bits) = self.vector_width {
            self.module.add_text_attribute(func, "prefer-vector-width", &bits.to_string());
        }
    }

    pub fn add_callee(&mut self, spec: u32, callee: Callee) {
        self.callees.insert(spec, callee);
    }

    pub fn add_forked(&mut self, spec: u32, entry: Func) {
        self.forked.insert(spec, entry);
    }

    pub fn forked(&self, spec: u32) -> Option<Func> {
        self.forked.get(&spec).copied()
    }

    pub fn callee(&self, spec: u32) -> Option<Callee> {
        self.callees.get(&spec).copied()
    }

    /// The address of the byte that a signal sets.
    pub fn interrupt_word(&mut self) -> Val {
        let ty = self.module.void().function(&[]);
        self.module.function_once(coluber_abi::INTERRUPT_SYMBOL, ty, Linkage::External).address()
    }

    /// A function of the runtime.
    pub fn runtime(&mut self, id: RuntimeId) -> Func {
        if let Some(func) = self.runtime[id as usize] {
            return func;
        }
        let func = self.declare_runtime(id);
        self.runtime[id as usize] = Some(func);
        func
    }

    fn declare_runtime(&mut self, id: RuntimeId) -> Func {
        let row = id.row();
        let mut params: Vec<Type> = row.params.iter().map(|&leaf| self.module.memory_leaf(leaf)).collect();
        let ret = match (row.convention, row.results) {
            (Convention::Status, results) => {
                params.resize(params.len() + results.len(), self.module.leaf(Leaf::Ptr));
                self.module.leaf(Leaf::I32)
            }
            (_, [leaf, ..]) => self.module.memory_leaf(*leaf),
            (_, []) => self.module.void(),
        };
        let func = self.module.add_function(row.symbol, ret.function(&params), Linkage::External);
        for attribute in effect_attributes(row.effect) {
            self.module.add_attribute(func, *attribute);
        }
        self.add_leaf_attributes(func, row.params, row.results, row.effect);
        func
    }

    fn add_leaf_attributes(&self, func: Func, params: &[Leaf], results: &[Leaf], effect: Effect) {
        for (index, &leaf) in params.iter().enumerate() {
            match leaf {
                Leaf::I1 => self.module.add_attribute(func, Attribute::ParamZeroExt(index as u32)),
                Leaf::Ptr if matches!(effect, Effect::Arguments | Effect::Reads) => {
                    self.module.add_attribute(func, Attribute::NoCapture(index as u32));
                }
                _ => {}
            }
        }
        if results == [Leaf::I1] {
            self.module.add_attribute(func, Attribute::ResultZeroExt);
        }
    }
}

fn effect_attributes(effect: Effect) -> &'static [Attribute] {
    use Attribute as A;
    match effect {
        Effect::Pure => &[A::MemoryNone, A::WillReturn, A::NoSync, A::NoFree],
        // Owner words are as aligned as the header is long: the data behind it has a larger alignment.
        Effect::Fresh => &[A::ResultNoAlias, A::ResultAlign(HEADER_BYTES as u64), A::MemoryInaccessible, A::WillReturn],
        Effect::Arguments => &[A::MemoryArguments, A::WillReturn],
        Effect::Reads => &[A::ReadsArguments, A::WillReturn, A::NoSync, A::NoFree],
        Effect::Cold => &[A::Cold],
        Effect::Aside => &[A::Cold, A::MemoryInaccessible],
        Effect::Makes | Effect::Finds | Effect::Any => &[],
    }
}
