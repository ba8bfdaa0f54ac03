//! `print`, by the driver's `vprintf`: a format, and the values one after the other in memory.

use crate::llvm::{Linkage, Val};
use crate::lower::function::{Done, Lower};
use coluber_abi::Leaf;
use coluber_base::Name;
use coluber_ir::typed::Op;
use coluber_ir::{Const, InstData, Value};
use coluber_types::{Kind, Literal, Ty};

/// Most values of one call, as the driver has it.
const MOST_VALUES: usize = 32;

/// A format, and the values in it, of 64 bits each.
#[derive(Default)]
struct Format {
    text: String,
    values: Vec<Val>,
}

impl Lower<'_, '_, '_> {
    pub(in crate::lower) fn device_host(&mut self, inst: &InstData<Op>, name: &Name) -> Done {
        if &**name != "print" {
            return self.not_on_device(format!("a call of Python ({name})"));
        }
        let mut format = Format::default();
        for (k, &arg) in inst.args.iter().enumerate() {
            if k > 0 {
                format.text.push(' ');
            }
            let leaves = self.leaves(arg);
            self.add_value(&mut format, self.ir.ty(arg), &leaves, Some(arg))?;
        }
        format.text.push('\n');
        if format.values.len() > MOST_VALUES {
            return self.not_on_device(format!("print() of more than {MOST_VALUES} values"));
        }
        self.print(&format);
        Ok(())
    }

    fn print(&mut self, format: &Format) {
        let ptr = self.leaf(Leaf::Ptr);
        let word = self.leaf(Leaf::I64);
        let values = if format.values.is_empty() {
            ptr.zero()
        } else {
            let memory = self.frame_memory(word.array(format.values.len() as u64));
            for (k, &value) in format.values.iter().enumerate() {
                let place = self.b.element(word, memory, self.i64(k as i64), true);
                self.b.store(value, place, 8);
            }
            memory
        };
        let mut text = format.text.clone().into_bytes();
        text.push(0);
        let text = self.cx.module.constant_bytes(&text);
        let ty = self.leaf(Leaf::I32).function(&[ptr, ptr]);
        let vprintf = self.cx.module.function_once("vprintf", ty, Linkage::External);
        self.b.call(vprintf, &[text, values]);
    }

    /// `value` is what the leaves belong to, where it is a whole value.
    fn add_value(&mut self, format: &mut Format, ty: Ty, leaves: &[Val], value: Option<Value>) -> Done {
        match ty.kind() {
            Kind::None => format.text.push_str("None"),
            Kind::Literal(literal) => add_literal(format, literal),
            Kind::Bool => {
                let (yes, no) = (self.cx.module.constant_bytes(b"True\0"), self.cx.module.constant_bytes(b"False\0"));
                let text = self.b.select(leaves[0], yes, no);
                format.add("%s", text);
            }
            Kind::Int(int) => {
                let wide = self.resize(leaves[0], self.leaf(Leaf::I64), int.signed);
                format.add(if int.signed { "%lld" } else { "%llu" }, wide);
            }
            Kind::Float(_) => {
                let wide = self.leaf(Leaf::F64);
                let number = self.widened(ty, leaves[0]);
                let number = if number.ty() == wide { number } else { self.b.fpext(number, wide) };
                format.add("%f", number);
            }
            Kind::Str => match value.and_then(|value| self.constant_text(value)) {
                Some(text) => format.add_text(&text),
                None => return self.not_on_device("print() of a string that is not constant"),
            },
            Kind::Tuple(items) => self.add_tuple(format, items, leaves)?,
            _ => return self.not_on_device(format!("print() of {ty}")),
        }
        Ok(())
    }

    fn add_tuple(&mut self, format: &mut Format, items: &[Ty], mut leaves: &[Val]) -> Done {
        format.text.push('(');
        for (k, &item) in items.iter().enumerate() {
            if k > 0 {
                format.text.push_str(", ");
            }
            let (own, rest) = leaves.split_at(coluber_abi::leaves(item).len());
            self.add_value(format, item, own, None)?;
            leaves = rest;
        }
        format.text.push_str(if items.len() == 1 { ",)" } else { ")" });
        Ok(())
    }

    fn constant_text(&self, value: Value) -> Option<Name> {
        self.ir.insts.values().find(|inst| inst.results.contains(&value)).and_then(|inst| match &inst.op {
            Op::Const { value: Const::Str(text) } => Some(text.clone()),
            _ => None,
        })
    }
}

fn add_literal(format: &mut Format, literal: &Literal) {
    match literal {
        Literal::Int(v) => format.text.push_str(&v.to_string()),
        Literal::Bool(true) => format.text.push_str("True"),
        Literal::Bool(false) => format.text.push_str("False"),
        Literal::Str(text) => format.add_text(text),
    }
}

impl Format {
    fn add(&mut self, how: &str, value: Val) {
        self.text.push_str(how);
        self.values.push(value);
    }

    fn add_text(&mut self, text: &str) {
        self.text.push_str(&text.replace('%', "%%"));
    }
}
