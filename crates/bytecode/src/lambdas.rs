//! A lambda that calls itself by the variable that it is assigned to is a function of that name, as if it had been defined by `def`.

use crate::{CodeObject, Const, Name, Op, Stream};
use std::sync::Arc;

/// Names each lambda that captures the variable that it is assigned to at once.
pub(crate) fn name(stream: &mut Stream) {
    for at in 0..stream.instrs.len() {
        let Some(name) = variable_of(stream, at) else { continue };
        if let Op::LoadConst(Const::Code(code)) = &mut stream.instrs[at].op {
            *code = Arc::new(CodeObject { name, ..CodeObject::clone(code) });
        }
    }
}

/// The variable that the lambda whose code an instruction loads captures and is assigned to.
fn variable_of(stream: &Stream, at: usize) -> Option<Name> {
    let Op::LoadConst(Const::Code(code)) = &stream.instrs[at].op else { return None };
    let mut behind = stream.instrs[at + 1..].iter().map(|instr| &instr.op);
    let Op::StoreDeref(id) = behind.find(|op| !matches!(op, Op::MakeFunction(_)))? else { return None };
    let name = stream.deref_names.get(id.index())?;
    (&*code.name == "<lambda>" && code.free_names.contains(name)).then(|| name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DerefId, FunctionParts, Instr, Position};

    fn stream(code: CodeObject, stored: Op) -> Stream {
        let parts = FunctionParts { closure: true, ..FunctionParts::default() };
        let ops = [Op::LoadConst(Const::Code(Arc::new(code))), Op::MakeFunction(parts), stored];
        let instrs = ops.map(|op| Instr { op, span: Position::default(), offset: 0 }).into();
        Stream { instrs, deref_names: vec!["f".into(), "g".into()], ..Stream::default() }
    }

    fn named(name: &str, captured: &str, stored: u32) -> String {
        let code = CodeObject { name: name.into(), free_names: vec![captured.into()], ..CodeObject::default() };
        let mut stream = stream(code, Op::StoreDeref(DerefId(stored)));
        super::name(&mut stream);
        match &stream.instrs[0].op {
            Op::LoadConst(Const::Code(code)) => code.name.to_string(),
            _ => String::new(),
        }
    }

    #[test]
    fn lambdas_that_capture_their_variable_are_named() {
        assert_eq!(named("<lambda>", "f", 0), "f");
        assert_eq!(named("<lambda>", "f", 1), "<lambda>");
        assert_eq!(named("h", "f", 0), "h");
    }
}
