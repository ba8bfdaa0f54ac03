//! Functions that are seen from outside: kernels, and device functions for other compilers.

use crate::CodegenError;
use crate::llvm::{Attribute, Builder, Func, Linkage, Space, Type, Val};
use crate::lower::cx::{Callee, Cx};
use crate::lower::debug::locate_around;
use crate::ptx::{DeviceAbi, Kernel, kernel_params, ptx_symbol};
use crate::unit::{Inline, UnitFunction};
use coluber_abi::{Leaf, leaves};
use coluber_types::{Kind, Ty};

fn param_types(function: &UnitFunction<'_>) -> Vec<Ty> {
    function.ir.params().iter().map(|&param| function.ir.ty(param)).collect()
}

/// Declares the body of a function, which only this module calls.
pub(super) fn declare(cx: &mut Cx<'_>, function: &UnitFunction<'_>) -> Callee {
    let symbol = ptx_symbol(&function.symbol);
    let outside = function.entry || function.exported;
    let name = if outside { format!("{symbol}$body") } else { symbol };
    let func = cx.declare(&name, &param_types(function), function.ir.ret, Linkage::Internal);
    match function.inline {
        _ if outside => cx.module.add_attribute(func, Attribute::AlwaysInline),
        Inline::Always => cx.module.add_attribute(func, Attribute::AlwaysInline),
        Inline::Never => cx.module.add_attribute(func, Attribute::NoInline),
        Inline::Auto => {}
    }
    let callee = Callee { func, inner: None, ret: function.ir.ret };
    cx.add_callee(function.spec, callee);
    callee
}

/// Adds the kernel that runs a body.
pub(super) fn add_kernel(cx: &mut Cx<'_>, function: &UnitFunction<'_>, body: Callee) -> Result<(), CodegenError> {
    if *body.ret.kind() != Kind::None {
        let what = format!("a result of type {}", body.ret);
        return Err(CodegenError::NotOnDevice { function: function.ir.name.clone(), what });
    }
    let types = param_types(function);
    let params = kernel_params(&types);
    let symbol = ptx_symbol(&function.symbol);
    let param_types: Vec<Type> = params.iter().map(|param| param_type(cx, param.leaf)).collect();
    let kernel = cx.module.add_function(&symbol, cx.module.void().function(&param_types), Linkage::External);
    kernel.set_kernel();
    set_bounds(cx, kernel);
    let b = Builder::new(cx.module);
    b.position(cx.module.add_block(kernel, "entry"));
    locate_around(cx, function, kernel, &b);
    let all = types.iter().flat_map(|&ty| leaves(ty)).enumerate();
    let mut next = params.iter().enumerate().peekable();
    let args: Vec<Val> = all
        .map(|(word, &leaf)| match next.next_if(|(_, param)| param.word == word) {
            Some((index, _)) => from_param(cx, &b, kernel.param(index), leaf),
            None => cx.module.leaf(leaf).zero(),
        })
        .collect();
    b.call(body.func, &args);
    b.ret_void();
    cx.gpu().parts.kernels.push(Kernel { spec: function.spec, symbol, params });
    Ok(())
}

fn param_type(cx: &Cx<'_>, leaf: Leaf) -> Type {
    if leaf == Leaf::Ptr { cx.module.pointer_in(Space::Global) } else { cx.module.memory_leaf(leaf) }
}

fn from_param(cx: &Cx<'_>, b: &Builder, value: Val, leaf: Leaf) -> Val {
    match leaf {
        Leaf::Ptr => b.space_cast(value, cx.module.leaf(leaf)),
        Leaf::I1 => b.trunc(value, cx.module.leaf(leaf)),
        _ => value,
    }
}

fn set_bounds(cx: &mut Cx<'_>, kernel: Func) {
    let (bounds, max_registers) = (cx.gpu().config.bounds, cx.gpu().config.max_registers);
    let limits = [
        ("nvvm.maxntid", bounds.max_threads),
        ("nvvm.minctasm", bounds.min_blocks),
        ("nvvm.maxclusterrank", bounds.max_cluster),
        ("nvvm.maxnreg", max_registers),
    ];
    for (name, limit) in limits {
        if let Some(limit) = limit {
            cx.module.add_text_attribute(kernel, name, &limit.to_string());
        }
    }
}

/// Adds a function that code of other compilers calls.
pub(super) fn add_exported(cx: &mut Cx<'_>, function: &UnitFunction<'_>, body: Callee) {
    match cx.gpu().config.abi {
        DeviceAbi::C => add_c_function(cx, function, body),
        DeviceAbi::Numba => add_numba_function(cx, function, body),
    }
    cx.gpu().parts.functions.push(ptx_symbol(&function.symbol));
}

/// The leaves of the arguments; bools are bytes.
fn outside_params(cx: &Cx<'_>, function: &UnitFunction<'_>) -> Vec<Type> {
    param_types(function).iter().flat_map(|&ty| leaves(ty)).map(|&leaf| cx.module.memory_leaf(leaf)).collect()
}

fn body_args(cx: &Cx<'_>, b: &Builder, function: &UnitFunction<'_>, func: Func, first: usize) -> Vec<Val> {
    let all = param_types(function);
    let all = all.iter().flat_map(|&ty| leaves(ty)).enumerate();
    all.map(|(index, &leaf)| {
        let value = func.param(first + index);
        if leaf == Leaf::I1 { b.trunc(value, cx.module.leaf(leaf)) } else { value }
    })
    .collect()
}

fn to_memory(cx: &Cx<'_>, b: &Builder, value: Val, leaf: Leaf) -> Val {
    if leaf == Leaf::I1 { b.zext(value, cx.module.leaf(Leaf::I8)) } else { value }
}

/// `result f(leaves...)`; several leaves are a structure.
fn add_c_function(cx: &mut Cx<'_>, function: &UnitFunction<'_>, body: Callee) {
    let parts: Vec<Type> = leaves(body.ret).iter().map(|&leaf| cx.module.memory_leaf(leaf)).collect();
    let ret = match parts[..] {
        [] => cx.module.void(),
        [one] => one,
        _ => cx.module.structure(&parts),
    };
    let ty = ret.function(&outside_params(cx, function));
    let func = cx.module.add_function(&ptx_symbol(&function.symbol), ty, Linkage::External);
    let b = Builder::new(cx.module);
    b.position(cx.module.add_block(func, "entry"));
    locate_around(cx, function, func, &b);
    let result = b.call(body.func, &body_args(cx, &b, function, func, 0));
    let part = |(i, &leaf): (usize, &Leaf)| to_memory(cx, &b, b.extract(result, i + 1), leaf);
    let parts: Vec<Val> = leaves(body.ret).iter().enumerate().map(part).collect();
    match parts[..] {
        [] => b.ret_void(),
        [one] => b.ret(one),
        _ => b.ret_structure(&parts),
    }
}

/// `int32 f(result *, leaves...)`
fn add_numba_function(cx: &mut Cx<'_>, function: &UnitFunction<'_>, body: Callee) {
    let mut params = vec![cx.module.leaf(Leaf::Ptr)];
    params.extend(outside_params(cx, function));
    let ty = cx.module.leaf(Leaf::I32).function(&params);
    let func = cx.module.add_function(&ptx_symbol(&function.symbol), ty, Linkage::External);
    let b = Builder::new(cx.module);
    b.position(cx.module.add_block(func, "entry"));
    locate_around(cx, function, func, &b);
    let result = b.call(body.func, &body_args(cx, &b, function, func, 1));
    let layout = coluber_abi::layout(body.ret);
    for (i, (&leaf, &offset)) in layout.leaves.iter().zip(&layout.offsets).enumerate() {
        let place =
            b.element(cx.module.leaf(Leaf::I8), func.param(0), cx.module.leaf(Leaf::I64).int(u64::from(offset)), true);
        b.store(to_memory(cx, &b, b.extract(result, i + 1), leaf), place, leaf.bytes());
    }
    b.ret(cx.module.leaf(Leaf::I32).zero());
}
