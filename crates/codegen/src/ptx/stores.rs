//! Stores of some bits of a floating-point number.
//!
//! LLVM declares all registers as bits (`.b64`) and stores the low bytes of one by a narrower store: `st.global.b8 [%rd1], %rd2`. `ptxas`
//! takes the type of a register from the instruction that defines it. Behind `add.f64 %rd2` it makes that store a conversion to an
//! integer (`F2I.U8.F64` in machine code, seen with CUDA 13.0 on sm_90), and so does the driver. A `mov.b64` in between gives bits.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;

/// The PTX with such registers copied in front of the stores.
pub(super) fn store_bits(ptx: String) -> String {
    let mut floats = HashSet::new();
    let mut out = String::with_capacity(ptx.len());
    for line in ptx.lines() {
        let instruction = Instruction::parse(line);
        match instruction.as_ref().and_then(|instruction| instruction.narrowed(&floats)) {
            Some(copied) => out.push_str(&copied),
            None => out.push_str(line),
        }
        out.push('\n');
        // Registers of functions have the same names.
        if line == "}" {
            floats.clear();
        } else if let Some(register) = instruction.and_then(|instruction| instruction.defined_float()) {
            floats.insert(register);
        }
    }
    out
}

/// A line with an instruction.
struct Instruction<'a> {
    /// What stands in front of it: white space and a predicate.
    before: &'a str,
    mnemonic: &'a str,
    operands: &'a str,
}

impl<'a> Instruction<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut rest = line.trim_start();
        if rest.starts_with('@') {
            rest = rest.split_once(char::is_whitespace)?.1.trim_start();
        }
        let (mnemonic, operands) = rest.split_once(char::is_whitespace)?;
        let before = &line[..line.len() - rest.len()];
        Some(Instruction { before, mnemonic, operands: operands.trim_start().strip_suffix(';')? })
    }

    /// The register that an instruction of floating point defines.
    fn defined_float(&self) -> Option<&'a str> {
        let is_float = |part: &str| matches!(part, "f16" | "bf16" | "f32" | "f64");
        self.mnemonic.split('.').any(is_float).then(|| self.operands.split(',').next().unwrap_or_default().trim())
    }

    /// The store with copies of those of its registers that are floats, and wider than what is stored.
    fn narrowed(&self, floats: &HashSet<&str>) -> Option<String> {
        let stored = self.mnemonic.strip_prefix("st.").and_then(|rest| width(rest.rsplit('.').next()?))?;
        let (address, values) = self.operands.rsplit_once("], ")?;
        let (mut copies, mut names) = (String::new(), Vec::new());
        for (index, value) in values.trim_matches(['{', '}']).split(", ").enumerate() {
            let bits = register_bits(value).filter(|&bits| bits > stored && floats.contains(value));
            names.push(bits.map_or(Cow::Borrowed(value), |bits| {
                let _ = write!(copies, ".reg .b{bits} %bits{index}; mov.b{bits} %bits{index}, {value}; ");
                Cow::Owned(format!("%bits{index}"))
            }));
        }
        let values = if values.starts_with('{') { format!("{{{}}}", names.join(", ")) } else { names.concat() };
        let Instruction { before, mnemonic, .. } = self;
        (!copies.is_empty()).then(|| format!("{{ {copies}{before}{mnemonic} {address}], {values}; }}"))
    }
}

/// The bits of a type such as `b32`.
fn width(name: &str) -> Option<u32> {
    name.get(1..)?.parse().ok()
}

/// The bits of a register as LLVM names them.
fn register_bits(name: &str) -> Option<u32> {
    let class = name.strip_prefix('%')?.trim_end_matches(|c: char| c.is_ascii_digit());
    match class {
        "rs" => Some(16),
        "r" => Some(32),
        "rd" => Some(64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::store_bits;

    fn check(given: &str, expected: &str) {
        assert_eq!(store_bits(format!("{given}\n")), format!("{expected}\n"));
    }

    #[test]
    fn low_bytes_of_floats_are_copied_first() {
        check(
            "\tadd.f64 \t%rd2, %rd8, 0d3FE0000000000000;\n\tst.global.b8 \t[%rd1+1], %rd2;",
            "\tadd.f64 \t%rd2, %rd8, 0d3FE0000000000000;\n\
             { .reg .b64 %bits0; mov.b64 %bits0, %rd2; \tst.global.b8 [%rd1+1], %bits0; }",
        );
        check(
            "\tcvt.rn.f16.f64 \t%rs1, %rd2;\n\t@%p1 st.b8 \t[%rd1], %rs1;",
            "\tcvt.rn.f16.f64 \t%rs1, %rd2;\n\
             { .reg .b16 %bits0; mov.b16 %bits0, %rs1; \t@%p1 st.b8 [%rd1], %bits0; }",
        );
    }

    #[test]
    fn registers_of_vectors_are_copied_each() {
        check(
            "\tneg.f32 \t%r1, %r2;\n\tst.shared.v2.b16 \t[%rd1], {%r1, %r3};",
            "\tneg.f32 \t%r1, %r2;\n\
             { .reg .b32 %bits0; mov.b32 %bits0, %r1; \tst.shared.v2.b16 [%rd1], {%bits0, %r3}; }",
        );
    }

    #[test]
    fn other_stores_stay() {
        for text in [
            "\tadd.f64 \t%rd2, %rd8, %rd9;\n\tst.global.b64 \t[%rd1], %rd2;",
            "\tadd.s64 \t%rd2, %rd8, %rd9;\n\tst.global.b8 \t[%rd1], %rd2;",
            "\tadd.f64 \t%rd2, %rd8, %rd9;\n\tret;\n}\n\tst.global.b8 \t[%rd1], %rd2;",
            "\tst.global.v4.b8 \t[%rd1], {%rs1, 0, %rs2, %rs1};",
            "// comment\n.version 7.8\n\n$L__BB0_2:",
        ] {
            check(text, text);
        }
    }
}
