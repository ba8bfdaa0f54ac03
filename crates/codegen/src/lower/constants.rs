//! Constants.

use super::function::{Done, Leaves, Lower};
use crate::llvm::Val;
use crate::unit::Reference;
use coluber_abi::{Leaf, layout, leaves};
use coluber_ir::typed::Op;
use coluber_ir::{Const, InstData};
use coluber_types::{Kind, Ty};

impl Lower<'_, '_, '_> {
    pub(super) fn constant_op(&mut self, inst: &InstData<Op>, value: &Const) -> Done {
        let ty = self.result_ty(inst);
        let mut out = Leaves::new();
        if self.push_constant(value, ty, &mut out).is_none() {
            return self.unsupported(inst, &format!("{value} is no constant of type {ty}"));
        }
        self.define(inst.results[0], &out);
        Ok(())
    }

    /// Owner words and bools are zero, so that an undefined value can be released and branched on; the rest is undefined.
    pub(super) fn undef(&mut self, inst: &InstData<Op>) -> Done {
        let out: Leaves = leaves(self.result_ty(inst))
            .iter()
            .map(|&leaf| match leaf {
                Leaf::I1 | Leaf::Ptr => self.leaf(leaf).zero(),
                _ => self.leaf(leaf).undef(),
            })
            .collect();
        self.define(inst.results[0], &out);
        Ok(())
    }

    /// Appends the leaves of a constant; None when it is not one of the type.
    fn push_constant(&mut self, value: &Const, ty: Ty, out: &mut Leaves) -> Option<()> {
        match (ty.kind(), value) {
            (Kind::Str, Const::Str(text)) => self.push_string(text.chars().map(u32::from), out),
            (Kind::Str, Const::Points(points)) => self.push_string(points.iter().copied(), out),
            (Kind::Bytes, Const::Bytes(bytes)) => {
                let data = self.cx.module.constant_bytes(bytes);
                out.extend([self.leaf(Leaf::Ptr).zero(), data, self.i64(bytes.len() as i64), self.i32(1)]);
            }
            (Kind::Complex(_), _) => self.push_complex(value, ty, out)?,
            (Kind::Tuple(items), Const::Tuple(values)) if items.len() == values.len() => {
                for (item, value) in items.iter().zip(values.iter()) {
                    self.push_constant(value, *item, out)?;
                }
            }
            (Kind::Float(float), _) if float.is_half() => {
                out.push(self.leaf(Leaf::I16).int(float.bits_of(as_float(value)?)));
            }
            _ => match layout(ty).leaves[..] {
                [] => {}
                [leaf] if layout(ty).fields.is_empty() => out.push(self.scalar_constant(value, leaf)?),
                _ => return None,
            },
        }
        Some(())
    }

    fn scalar_constant(&mut self, value: &Const, leaf: Leaf) -> Option<Val> {
        let ty = self.leaf(leaf);
        Some(match leaf {
            Leaf::F32 | Leaf::F64 => ty.float(as_float(value)?),
            Leaf::Ptr if self.on_device() => return self.device_address(value),
            Leaf::Ptr => self.host_address(value)?,
            Leaf::I1 => ty.int(u64::from(as_int(value)? != 0)),
            _ => ty.int(as_int(value)?),
        })
    }

    /// An address of this process.
    fn host_address(&mut self, value: &Const) -> Option<Val> {
        let address = as_int(value)?;
        Some(match value {
            _ if address == 0 || !self.is_portable() => self.leaf(Leaf::Ptr).address(self.leaf(Leaf::I64).int(address)),
            Const::Memory { .. } => self.load_reference(Reference::Memory(address)),
            _ => self.load_reference(Reference::Address(address)),
        })
    }

    fn push_complex(&mut self, value: &Const, ty: Ty, out: &mut Leaves) -> Option<()> {
        let (re, im) = match value {
            Const::Complex(re, im) => (*re, *im),
            other => (as_float(other)?, 0.0),
        };
        let part = self.leaf(leaves(ty)[0]);
        out.extend([part.float(re), part.float(im)]);
        Some(())
    }

    /// A static string: characters of one, two or four bytes, as the largest needs.
    fn push_string(&mut self, text: impl Iterator<Item = u32> + Clone, out: &mut Leaves) {
        let (bytes, width) = encode(text.clone());
        let data = self.cx.module.constant_bytes(&bytes);
        out.extend([self.leaf(Leaf::Ptr).zero(), data, self.i64(text.count() as i64), self.i32(width)]);
    }
}

/// The characters of a text as fixed-width code points, and their width.
fn encode(points: impl Iterator<Item = u32> + Clone) -> (Vec<u8>, i32) {
    let largest = points.clone().max().unwrap_or(0);
    match largest {
        0..=0xff => (points.map(|c| c as u8).collect(), 1),
        0x100..=0xffff => (points.flat_map(|c| (c as u16).to_ne_bytes()).collect(), 2),
        _ => (points.flat_map(u32::to_ne_bytes).collect(), 4),
    }
}

/// The bits of an integer constant.
fn as_int(value: &Const) -> Option<u64> {
    match value {
        Const::Int(v) => Some(*v as u64),
        Const::Bool(v) => Some(u64::from(*v)),
        Const::BigInt(text) => text.parse::<i128>().ok().map(|v| v as u64),
        Const::None => Some(0),
        Const::Memory { address, .. } | Const::DeviceAddress(address) => Some(*address),
        _ => None,
    }
}

fn as_float(value: &Const) -> Option<f64> {
    match value {
        Const::Float(v) => Some(*v),
        Const::Int(v) => Some(*v as f64),
        Const::Bool(v) => Some(f64::from(u8::from(*v))),
        Const::BigInt(text) => text.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> impl Iterator<Item = u32> + Clone {
        text.chars().map(u32::from)
    }

    #[test]
    fn strings_take_the_least_width() {
        assert_eq!(encode(points("aé")), (vec![b'a', 0xe9], 1));
        assert_eq!(encode(points("aĀ")).1, 2);
        assert_eq!(encode(points("a\u{1f40d}")).0.len(), 8);
        assert_eq!(encode(points("")), (vec![], 1));
    }

    #[test]
    fn integers_wrap_into_64_bits() {
        assert_eq!(as_int(&Const::BigInt("18446744073709551615".into())), Some(u64::MAX));
        assert_eq!(as_int(&Const::Int(-1)), Some(u64::MAX));
        assert_eq!(as_int(&Const::Float(1.0)), None);
    }
}
