//! What debuggers are told while a function is lowered.
//!
//! Each variable has a memory cell that only assignments write and only debuggers read, so that its value is there on each line.

use super::cx::Cx;
use super::function::{Done, Lower};
use crate::llvm::{Builder, DebugInfo, Effort, Emission, Encoding, Func, Module, Scope, Val, Variable};
use crate::unit::{Unit, UnitFunction};
use coluber_abi::{Leaf, layout};
use coluber_base::{Name, Span};
use coluber_ir::typed::Op;
use coluber_ir::{InstData, Value};
use coluber_types::{Kind, Ty};
use rustc_hash::FxHashMap;

/// A function that is to be debugged.
pub(super) struct Watched {
    scope: Scope,
    cells: FxHashMap<(Name, Ty), Val>,
}

/// The debug information of a unit, if a function of it has any.
pub(super) fn start(module: &Module, unit: &Unit<'_>, effort: Effort, emission: Emission) -> Option<DebugInfo> {
    let first = unit.functions.iter().find(|function| function.debug.is_some())?;
    Some(DebugInfo::new(module, &first.file, effort != Effort::None, emission))
}

impl Watched {
    pub fn new(cx: &mut Cx<'_>, function: &UnitFunction<'_>, func: Func) -> Option<Self> {
        let debug = function.debug?;
        let name = &function.ir.name;
        // People set breakpoints by the name that stands in the source.
        let short = name.rsplit_once('.').map_or(&**name, |(_, last)| last);
        let scope = cx.debug.as_mut()?.function(func, short, &function.file, debug.line);
        Some(Watched { scope, cells: FxHashMap::default() })
    }
}

/// Says that the code of a function around the body of another one comes from where that starts.
pub(super) fn locate_around(cx: &mut Cx<'_>, function: &UnitFunction<'_>, func: Func, b: &Builder) {
    let watched = Watched::new(cx, function, func);
    if let (Some(watched), Some(info), Some(debug)) = (watched, &cx.debug, function.debug) {
        b.set_location(info.location(watched.scope, Span::line(debug.line)));
    }
}

impl Lower<'_, '_, '_> {
    /// Says where the instructions that follow come from.
    pub(super) fn locate(&mut self, span: Span) {
        if let (Some(watched), Some(info)) = (&self.watched, &self.cx.debug) {
            self.b.set_location(info.location(watched.scope, span));
        }
    }

    pub(super) fn assign(&mut self, inst: &InstData<Op>, name: &Name) -> Done {
        if self.cx.device.as_ref().is_some_and(|device| !device.config.debug) {
            return Ok(());
        }
        // Variables of passes that are none of the source's.
        if name.starts_with('$') {
            return Ok(());
        }
        let ty = self.ir.ty(inst.args[0]);
        let (Some(encoding), &[leaf]) = (encoding(ty), &layout(ty).leaves[..]) else { return Ok(()) };
        if let Some(cell) = self.cell(inst, name, ty, encoding, leaf) {
            let value = self.to_memory(leaf, self.scalar(inst.args[0]));
            self.b.store(value, cell, leaf.bytes());
        }
        Ok(())
    }

    /// The cell of a variable. One that has values of several types has a cell for each; the later ones have the type in their names.
    fn cell(&mut self, inst: &InstData<Op>, name: &Name, ty: Ty, encoding: Encoding, leaf: Leaf) -> Option<Val> {
        let watched = self.watched.as_ref()?;
        if let Some(&known) = watched.cells.get(&(name.clone(), ty)) {
            return Some(known);
        }
        let type_name = ty.to_string();
        let is_second = watched.cells.keys().any(|(other, _)| other == name);
        let shown = if is_second { format!("{name} ({type_name})") } else { name.to_string() };
        let is_own = |param: Value| param == inst.args[0] && self.ir.values[param].name.as_ref() == Some(name);
        let parameter = self.ir.params().iter().position(|&param| is_own(param) && !is_second);
        let variable = Variable {
            name: &shown,
            ty: &type_name,
            bytes: leaf.bytes(),
            encoding,
            parameter: parameter.map(|index| index as u32 + 1),
        };
        let cell = self.watched_cell(leaf, &variable, inst.span)?;
        self.watched.as_mut()?.cells.insert((name.clone(), ty), cell);
        Some(cell)
    }

    fn watched_cell(&mut self, leaf: Leaf, variable: &Variable<'_>, span: Span) -> Option<Val> {
        let ty = self.cx.module.memory_leaf(leaf);
        let here = self.b.block();
        self.b.position(self.prologue);
        let cell = self.b.alloca(ty);
        // A variable that has not been assigned to shows as zero. The store is no part of the line that the function starts with.
        self.locate(Span::default());
        self.b.store(ty.zero(), cell, leaf.bytes());
        self.locate(span);
        self.b.position(here);
        let (watched, info) = (self.watched.as_ref()?, self.cx.debug.as_ref()?);
        info.variable(watched.scope, cell, variable, self.prologue);
        Some(cell)
    }
}

/// How debuggers show values of the type; None for those that they are not told of.
fn encoding(ty: Ty) -> Option<Encoding> {
    match ty.kind() {
        Kind::Bool => Some(Encoding::Bool),
        Kind::Int(int) if int.signed => Some(Encoding::Signed),
        Kind::Int(_) => Some(Encoding::Unsigned),
        Kind::Float(_) => Some(Encoding::Float),
        Kind::Ptr => Some(Encoding::Address),
        _ => None,
    }
}
