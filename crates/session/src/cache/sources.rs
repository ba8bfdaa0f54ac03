//! Where the source of cached code is, which may have moved since the code was compiled.

use super::nodes::Nodes;
use crate::record::FunctionRecord;
use crate::state::State;
use coluber_abi::OwnedSource;
use coluber_base::Name;
use coluber_bytecode::{CodeObject, Const};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A function of a program: its object, its place among the codes nested in that, and the line of each instruction then.
#[derive(Serialize, Deserialize)]
pub(crate) struct Place {
    function: u32,
    nested: u32,
    lines: Vec<u32>,
}

/// Records that code in memory points to.
#[derive(Default)]
pub(crate) struct Sources(Vec<OwnedSource>);

/// The place of a specialisation's function; None for functions of the package and those that inference made.
pub(crate) fn place(state: &State, spec: u32, nodes: &Nodes) -> Option<Place> {
    let record = state.function(state.spec(spec).func?);
    let function = nodes.find(record.object).filter(|_| !record.own)?;
    let nested = codes(&record.whole).iter().position(|code| Arc::ptr_eq(code, &record.code))?;
    Some(Place { function, nested: nested as u32, lines: lines(&record.code) })
}

/// A code and those nested in it, in the order in which they stand.
fn codes(whole: &Arc<CodeObject>) -> Vec<Arc<CodeObject>> {
    let mut found = vec![whole.clone()];
    for constant in &whole.consts {
        if let Const::Code(inner) = constant {
            found.extend(codes(inner));
        }
    }
    found
}

fn lines(code: &CodeObject) -> Vec<u32> {
    code.positions.iter().map(|position| position.line.unwrap_or(0)).collect()
}

impl Sources {
    /// The address of a record for code in a file, of whose lines each is another one of the file: pairs in the order of the former.
    pub fn add_lines(&mut self, file: Name, pairs: Vec<[u32; 2]>) -> u64 {
        let source = OwnedSource::new(file, pairs);
        let address = source.address();
        self.0.push(source);
        address
    }

    /// The address of a record for a function at this place; 0 where there is nothing to say.
    pub fn add(&mut self, state: &State, place: &Place, nodes: &Nodes) -> u64 {
        let record = nodes.function(place.function).map(|func| state.function(func));
        let Some((record, code)) = record.and_then(|record| Some((record, at(record, place.nested)?))) else {
            return 0;
        };
        self.add_lines(record.file.clone(), pairs(&place.lines, &lines(&code)))
    }
}

fn at(record: &FunctionRecord, nested: u32) -> Option<Arc<CodeObject>> {
    codes(&record.whole).get(nested as usize).cloned()
}

/// The lines that have moved, each with its new place, in order.
fn pairs(before: &[u32], after: &[u32]) -> Vec<[u32; 2]> {
    let mut pairs: Vec<[u32; 2]> = before.iter().zip(after).map(|(&b, &a)| [b, a]).collect();
    pairs.sort_unstable();
    pairs.dedup_by_key(|pair| pair[0]);
    if pairs.iter().all(|[before, after]| before == after) {
        pairs.clear();
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_lines_are_found() {
        assert!(pairs(&[3, 4, 4], &[3, 4, 4]).is_empty());
        assert_eq!(pairs(&[4, 3, 5, 4], &[14, 13, 17, 14]), [[3, 13], [4, 14], [5, 17]]);
    }
}
