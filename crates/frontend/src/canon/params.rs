//! Removes block parameters that always have one and the same value.

use super::{Canon, Edge};
use coluber_ir::{Block, Value};

pub(super) fn remove_trivial(canon: &mut Canon) {
    let mut changed = true;
    let mut any = false;
    while changed {
        changed = false;
        let incoming = canon.incoming();
        for k in 1..canon.reached.len() {
            let block = canon.reached[k];
            for index in 0..canon.func.blocks[block].params.len() {
                let param = canon.func.blocks[block].params[index];
                if canon.resolve(param) != param {
                    continue;
                }
                if let Some(only) = only_value(canon, &incoming[block], param, index) {
                    canon.replace(param, only);
                    changed = true;
                }
            }
        }
        any |= changed;
    }
    if any {
        take_out(canon);
    }
}

/// The one value that a parameter has, apart from itself.
fn only_value(canon: &Canon, edges: &[Edge], param: Value, index: usize) -> Option<Value> {
    let mut only = None;
    for &edge in edges {
        let value = canon.argument(edge, index);
        if value == param || only == Some(value) {
            continue;
        }
        if only.is_some() {
            return None;
        }
        only = Some(value);
    }
    only
}

/// Takes replaced parameters out of the blocks and their arguments out of the jumps.
fn take_out(canon: &mut Canon) {
    let blocks: Vec<Block> = canon.reached.clone();
    for &block in &blocks {
        let mut term = std::mem::replace(&mut canon.func.blocks[block].term, coluber_ir::Terminator::Unreachable);
        for target in term.targets_mut() {
            let params = &canon.func.blocks[target.block].params;
            let mut kept = params.iter().map(|&param| canon.resolve(param) == param);
            target.args.retain(|_| kept.next().unwrap_or(true));
        }
        canon.func.blocks[block].term = term;
    }
    for &block in &blocks {
        let mut params = std::mem::take(&mut canon.func.blocks[block].params);
        params.retain(|param| canon.resolve(*param) == *param);
        canon.func.blocks[block].params = params;
    }
}
