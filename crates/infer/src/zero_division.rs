//! What ZeroDivisionError says: until CPython 3.13 it depends on the operator and on the operands.

use crate::host::Options;
use coluber_ops::BinOp;

/// The text of `divmod` of floats, where it is not that of an operator.
pub fn of_divmod(options: &Options) -> Option<&'static str> {
    (!options.cuda && options.minor < 14).then_some("float divmod()")
}

/// The text of a power of zero whose exponent is negative.
pub fn of_power(options: &Options) -> &'static str {
    match options.cuda || options.minor >= 14 {
        true => "zero to a negative power",
        false => "0.0 cannot be raised to a negative power",
    }
}

/// The text for an operator, of integers or of floats. In kernels it is that of the newest CPython.
pub fn text(op: BinOp, of_integers: bool, options: &Options) -> &'static str {
    if options.cuda || options.minor >= 14 {
        return "division by zero";
    }
    match (op, of_integers) {
        (BinOp::FloorDiv, true) => "integer division or modulo by zero",
        (BinOp::Mod, true) => "integer modulo by zero",
        (BinOp::FloorDiv, false) => "float floor division by zero",
        (BinOp::Mod, false) if options.minor == 13 => "float modulo by zero",
        (BinOp::Mod, false) => "float modulo",
        (_, true) => "division by zero",
        (_, false) => "float division by zero",
    }
}
