//! Values that come out of a frame are other definitions of the same variables: where ways meet, block parameters join them. The
//! definition for a block is looked for backwards, and parameters are made on the way, as by Braun et al. (2013).

use coluber_ir::{Block, Typed, Value};
use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// What has several definitions.
pub(super) struct Repair {
    /// The block in which each value is defined first.
    home: FxHashMap<Value, Block>,
    /// Definitions that reach the end of a block.
    at_end: FxHashMap<(Value, Block), Value>,
    /// Definitions that reach the start of a block.
    at_start: FxHashMap<(Value, Block), Value>,
    /// The blocks that jump to each block.
    sources: SecondaryMap<Block, Vec<Block>>,
}

impl Repair {
    /// For the values that are needed behind each `yield`.
    pub fn new(func: &Typed, needed: &[Vec<Value>]) -> Self {
        let values: FxHashSet<Value> = needed.iter().flatten().copied().collect();
        let mut home = FxHashMap::default();
        for &block in &func.layout {
            let data = &func.blocks[block];
            let results = data.insts.iter().flat_map(|&inst| func.insts[inst].results.iter());
            for &value in data.params.iter().chain(results).filter(|value| values.contains(*value)) {
                home.insert(value, block);
            }
        }
        let at_end = home.iter().map(|(&value, &block)| ((value, block), value)).collect();
        Repair { home, at_end, at_start: FxHashMap::default(), sources: SecondaryMap::new() }
    }

    /// Notes that a block defines a value again.
    pub fn defined(&mut self, value: Value, block: Block, again: Value) {
        self.at_end.insert((value, block), again);
    }

    /// Lets each use read the definition that reaches it.
    pub fn run(&mut self, func: &mut Typed) {
        for block in func.layout.clone() {
            for target in func.blocks[block].term.targets() {
                if !self.sources[target.block].contains(&block) {
                    self.sources[target.block].push(block);
                }
            }
        }
        for block in func.layout.clone() {
            self.uses(func, block);
        }
    }

    fn uses(&mut self, func: &mut Typed, block: Block) {
        for inst in func.blocks[block].insts.clone() {
            for k in 0..func.insts[inst].args.len() {
                let value = self.reaching(func, func.insts[inst].args[k], block);
                func.insts[inst].args[k] = value;
            }
        }
        // Parameters that are made meanwhile add arguments, which are what reaches the end of the block already.
        let mut used = Vec::new();
        func.blocks[block].term.visit_uses(|value| used.push(value));
        let replaced: FxHashMap<Value, Value> =
            used.into_iter().map(|value| (value, self.reaching(func, value, block))).collect();
        func.blocks[block].term.map_uses(|value| *replaced.get(&value).unwrap_or(&value));
    }

    /// What a use in a block reads.
    fn reaching(&mut self, func: &mut Typed, value: Value, block: Block) -> Value {
        match self.home.get(&value) {
            Some(&home) if home != block => self.start(func, value, block),
            _ => value,
        }
    }

    fn end(&mut self, func: &mut Typed, value: Value, block: Block) -> Value {
        match self.at_end.get(&(value, block)) {
            Some(&known) => known,
            None => self.start(func, value, block),
        }
    }

    fn start(&mut self, func: &mut Typed, value: Value, block: Block) -> Value {
        if let Some(&known) = self.at_start.get(&(value, block)) {
            return known;
        }
        let sources = self.sources[block].clone();
        if let [source] = sources[..] {
            let found = self.end(func, value, source);
            self.at_start.insert((value, block), found);
            return found;
        }
        let (ty, name) = (func.ty(value), func.values[value].name.clone());
        let param = func.add_param(block, ty, name);
        self.at_start.insert((value, block), param);
        for source in sources {
            let found = self.end(func, value, source);
            for target in func.blocks[source].term.targets_mut() {
                if target.block == block {
                    target.args.push(found);
                }
            }
        }
        param
    }
}
