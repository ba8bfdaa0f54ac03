//! The trace of a compilation: all that it asked, in order, and digests of the answers. Code from the cache is right when asking the
//! same again leads to the same digests.

use super::digest::{Digest, NotPortable, Sum};
use super::nodes::Nodes;
use super::question::{Answer, Event, Question};
use crate::adapter::Adapter;
use crate::record::Progress;
use crate::state::State;
use coluber_infer::{HostData, HostValue};
use coluber_ir::typed::Op;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// A question, and the digest of its answer.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    question: Question,
    answer: Sum,
}

/// Collects the steps of a specialisation and of all that it uses.
struct Collector<'a> {
    state: &'a State,
    nodes: &'a mut Nodes,
    steps: Vec<Step>,
    asked: FxHashSet<Question>,
    seen: FxHashSet<u32>,
}

/// The trace of a specialisation; the objects that it was called with are known. An error where it can't be repeated elsewhere.
pub(crate) fn trace(state: &State, spec: u32, nodes: &mut Nodes) -> Result<Vec<Step>, NotPortable> {
    let mut collector =
        Collector { state, nodes, steps: Vec::new(), asked: FxHashSet::default(), seen: FxHashSet::default() };
    collector.add(spec)?;
    Ok(collector.steps)
}

impl Collector<'_> {
    fn add(&mut self, spec: u32) -> Result<(), NotPortable> {
        if !self.seen.insert(spec) {
            return Ok(());
        }
        if has_addresses(self.state, spec) {
            return Err(NotPortable("LLVM IR with addresses".to_owned()));
        }
        // A specialisation that is being typed, or that inference made, has no list: what it asked is in that of its users.
        let events = self.state.events.get(&spec).cloned().unwrap_or_default();
        for event in events.iter() {
            match event {
                Event::Used(spec) => self.add(*spec)?,
                Event::Asked { question, answer, own } => self.ask(question, answer, *own)?,
            }
        }
        Ok(())
    }

    fn ask(&mut self, question: &Question, answer: &Answer, own: bool) -> Result<(), NotPortable> {
        if self.is_fixed(question, answer) {
            return Ok(());
        }
        let Some(question) = question.portable(self.nodes) else {
            let of_program = matches!(answer, Answer::Function(Some(func)) if !self.state.is_own(*func));
            return if own && !of_program { Ok(()) } else { Err(NotPortable(format!("{question:?}"))) };
        };
        if !self.asked.insert(question.clone()) && !self.brings_memory(answer) {
            return Ok(());
        }
        let answer = Digest::of_answer(self.state, answer, self.nodes)?;
        self.steps.push(Step { question, answer });
        Ok(())
    }

    /// Whether there are arrays in an answer that it has only now: those within tuples are copied whenever they are asked for.
    fn brings_memory(&self, answer: &Answer) -> bool {
        fn is_new(nodes: &Nodes, value: &HostValue) -> bool {
            match &value.data {
                HostData::Array { data, .. } => nodes.memory_number(*data).is_none(),
                HostData::Tuple(items) => items.iter().any(|item| is_new(nodes, item)),
                _ => false,
            }
        }
        matches!(answer, Answer::Value(Some(value)) if is_new(self.nodes, value))
    }

    /// Whether the answer is always the same for one version of the package.
    fn is_fixed(&self, question: &Question, answer: &Answer) -> bool {
        match (question, answer) {
            (_, Answer::Function(Some(func))) => self.state.is_own(*func),
            (Question::HasOverload { key }, Answer::Flag(found)) => *found && !key.contains(':'),
            // Functions of programs are known before they are asked about.
            (Question::Signatures { function }, Answer::Signatures(None)) => self.nodes.find(*function).is_none(),
            _ => false,
        }
    }
}

/// Whether a specialisation has LLVM IR of a program in which there are addresses of this process.
fn has_addresses(state: &State, spec: u32) -> bool {
    // What was dropped has been typed again by what replaced it.
    let Some(Some(record)) = state.specs.get(spec as usize) else { return false };
    let Progress::Typed(typed) = &record.progress else { return false };
    typed.insts.values().any(|inst| matches!(&inst.op, Op::Splice { text } if text.contains("inttoptr")))
}

/// Whether asking again leads to the same answers.
pub(crate) fn holds(adapter: &mut Adapter<'_>, steps: &[Step], nodes: &mut Nodes) -> bool {
    steps.iter().all(|step| repeats(adapter, step, nodes).unwrap_or(false))
}

fn repeats(adapter: &mut Adapter<'_>, step: &Step, nodes: &mut Nodes) -> Option<bool> {
    let question = step.question.present(nodes)?;
    let function = match &step.question {
        Question::Signatures { function } => nodes.function(function.0),
        _ => None,
    };
    let answer = adapter.ask(&question, function);
    let state = adapter.session.lock();
    Some(Digest::of_answer(&state, &answer, nodes).ok()? == step.answer)
}
