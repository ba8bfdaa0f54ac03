//! Python's operators.

macro_rules! operators {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal $function:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`, `operator.", $function, "`")] $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// As written in Python.
            pub fn symbol(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The name of the function in module `operator`.
            pub fn function(self) -> &'static str {
                match self { $($name::$variant => $function,)* }
            }

            /// The operator with this function name.
            pub fn from_function(name: &str) -> Option<$name> {
                match name { $($function => Some($name::$variant),)* _ => None }
            }
        }
    };
}

operators! {
    /// Operators of two operands.
    BinOp {
        Add "+" "add";
        Sub "-" "sub";
        Mul "*" "mul";
        TrueDiv "/" "truediv";
        FloorDiv "//" "floordiv";
        Mod "%" "mod";
        Pow "**" "pow";
        LShift "<<" "lshift";
        RShift ">>" "rshift";
        And "&" "and_";
        Or "|" "or_";
        Xor "^" "xor";
        MatMul "@" "matmul";
    }
}

operators! {
    /// Operators of one operand.
    UnOp {
        Neg "-" "neg";
        Pos "+" "pos";
        Invert "~" "invert";
        Not "not" "not_";
    }
}

operators! {
    /// Comparisons.
    CmpOp {
        Eq "==" "eq";
        Ne "!=" "ne";
        Lt "<" "lt";
        Le "<=" "le";
        Gt ">" "gt";
        Ge ">=" "ge";
    }
}

impl BinOp {
    /// The function of the augmented assignment, `operator.iadd` for `+`.
    pub fn inplace_function(self) -> String {
        format!("i{}", self.function().trim_end_matches('_'))
    }
}

impl CmpOp {
    /// The comparison with its operands exchanged.
    pub fn swapped(self) -> CmpOp {
        match self {
            CmpOp::Lt => CmpOp::Gt,
            CmpOp::Le => CmpOp::Ge,
            CmpOp::Gt => CmpOp::Lt,
            CmpOp::Ge => CmpOp::Le,
            other => other,
        }
    }
}
