//! Numbers the inner functions' codes in the order of their first use, leaving out those that nothing uses. Functions of a group may use
//! each other by name.

use crate::Lowered;
use crate::groups::Group;
use coluber_bytecode::CodeObject;
use coluber_ir::Const;
use coluber_ir::py::Op;
use std::sync::Arc;

pub(crate) fn renumber(lowered: &mut Lowered, groups: &[Group]) {
    if lowered.nested.is_empty() {
        return;
    }
    let old = std::mem::take(&mut lowered.nested);
    let mut numbers = Numbers { new_of: vec![None; old.len()], old, new: Vec::new() };
    for data in lowered.function.insts.values_mut() {
        match &mut data.op {
            Op::MakeFunction { code, .. } => *code = numbers.number(*code),
            Op::Const { value } => numbers.constant(value),
            _ => {}
        }
    }
    for code in 0..numbers.old.len() {
        if groups.iter().any(|group| group.has(&numbers.old[code])) {
            numbers.number(code as u32);
        }
    }
    lowered.nested = numbers.new;
}

struct Numbers {
    old: Vec<Arc<CodeObject>>,
    new_of: Vec<Option<u32>>,
    new: Vec<Arc<CodeObject>>,
}

impl Numbers {
    fn number(&mut self, code: u32) -> u32 {
        let k = code as usize;
        *self.new_of[k].get_or_insert_with(|| {
            self.new.push(self.old[k].clone());
            self.new.len() as u32 - 1
        })
    }

    fn constant(&mut self, value: &mut Const) {
        match value {
            Const::Code(code) => *code = self.number(*code),
            Const::Tuple(items) if items.iter().any(|item| matches!(item, Const::Code(_) | Const::Tuple(_))) => {
                let mut new = items.to_vec();
                new.iter_mut().for_each(|item| self.constant(item));
                *value = Const::Tuple(new.into());
            }
            _ => {}
        }
    }
}
