//! Parts of a unit, compiled on several threads.

use crate::CodegenError;
use crate::llvm::COMPILER_STACK;
use crate::parts::pack;
use crate::unit::{Compiled, Timings, Unit};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism, scope};

type Compiling<'c> = dyn Fn(&Unit<'_>) -> Result<Compiled, CodegenError> + Sync + 'c;

/// Compiles the parts on this thread and others, and puts what comes out together.
pub(crate) fn compile(
    parts: &[Unit<'_>],
    compile: impl Fn(&Unit<'_>) -> Result<Compiled, CodegenError> + Sync,
) -> Result<Compiled, CodegenError> {
    let work = Work { parts, next: AtomicUsize::new(0), done: Mutex::new(Vec::new()), compile: &compile };
    let others = available_parallelism().map_or(1, usize::from).min(parts.len()) - 1;
    scope(|scope| {
        for _ in 0..others {
            // Without it the other threads do its work.
            let _ = Builder::new().stack_size(COMPILER_STACK).spawn_scoped(scope, || work.run());
        }
        work.run();
    });
    let mut done = work.done.into_inner().unwrap_or_else(|error| error.into_inner());
    done.sort_by_key(|(part, _)| *part);
    let all = done.into_iter().map(|(_, found)| found).collect::<Result<Vec<Compiled>, _>>()?;
    Ok(together(parts, all))
}

struct Work<'w, 'a> {
    parts: &'w [Unit<'a>],
    next: AtomicUsize,
    done: Mutex<Vec<(usize, Result<Compiled, CodegenError>)>>,
    compile: &'w Compiling<'w>,
}

impl Work<'_, '_> {
    /// Compiles one part after the other while there are some.
    fn run(&self) {
        let next = || self.next.fetch_add(1, Ordering::Relaxed);
        while let Some((number, part)) = Some(next()).and_then(|number| Some((number, self.parts.get(number)?))) {
            let found = (self.compile)(part);
            self.done.lock().unwrap_or_else(|error| error.into_inner()).push((number, found));
        }
    }
}

fn together(parts: &[Unit<'_>], all: Vec<Compiled>) -> Compiled {
    let mut out = Compiled::default();
    let mut objects = Vec::new();
    for (part, compiled) in parts.iter().zip(all) {
        let symbol = part.functions.first().map_or_else(String::new, |function| function.symbol.clone());
        objects.push((symbol, compiled.references.len(), compiled.object));
        out.references.extend(compiled.references);
        out.timings = longest(out.timings, compiled.timings);
    }
    out.object = pack(&objects);
    out
}

fn longest(a: Timings, b: Timings) -> Timings {
    Timings {
        build: a.build.max(b.build),
        find: a.find.max(b.find),
        optimise: a.optimise.max(b.optimise),
        emit: a.emit.max(b.emit),
    }
}
