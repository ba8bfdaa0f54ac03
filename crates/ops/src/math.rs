//! Elementary functions of floating point numbers: names, arity and where each target finds them.

macro_rules! math_functions {
    ($($variant:ident $name:literal $arity:literal $libm:literal;)*) => {
        /// An elementary function on float32 or float64.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum MathFn {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl MathFn {
            /// All of them.
            pub const ALL: &'static [MathFn] = &[$(MathFn::$variant),*];

            /// The name in the IR, which is the name in C where there is one.
            pub fn name(self) -> &'static str {
                match self { $(MathFn::$variant => $name,)* }
            }

            /// The function with this name.
            pub fn from_name(name: &str) -> Option<MathFn> {
                match name { $($name => Some(MathFn::$variant),)* _ => None }
            }

            /// Number of operands.
            pub fn arity(self) -> usize {
                match self { $(MathFn::$variant => $arity,)* }
            }

            /// The function of C's library for float64; float32 has an `f` at its end.
            pub fn libm(self) -> &'static str {
                match self { $(MathFn::$variant => $libm,)* }
            }
        }
    };
}

math_functions! {
    Exp "exp" 1 "exp";
    Exp2 "exp2" 1 "exp2";
    Expm1 "expm1" 1 "expm1";
    Log "log" 1 "log";
    Log2 "log2" 1 "log2";
    Log10 "log10" 1 "log10";
    Log1p "log1p" 1 "log1p";
    Sin "sin" 1 "sin";
    Cos "cos" 1 "cos";
    Tan "tan" 1 "tan";
    Asin "asin" 1 "asin";
    Acos "acos" 1 "acos";
    Atan "atan" 1 "atan";
    Atan2 "atan2" 2 "atan2";
    Sinh "sinh" 1 "sinh";
    Cosh "cosh" 1 "cosh";
    Tanh "tanh" 1 "tanh";
    Asinh "asinh" 1 "asinh";
    Acosh "acosh" 1 "acosh";
    Atanh "atanh" 1 "atanh";
    Pow "pow" 2 "pow";
    Hypot "hypot" 2 "hypot";
    Cbrt "cbrt" 1 "cbrt";
    Erf "erf" 1 "erf";
    Erfc "erfc" 1 "erfc";
    Gamma "gamma" 1 "tgamma";
    Lgamma "lgamma" 1 "lgamma";
    BesselJ0 "j0" 1 "j0";
    BesselJ1 "j1" 1 "j1";
    BesselY0 "y0" 1 "y0";
    BesselY1 "y1" 1 "y1";
    Fmod "fmod" 2 "fmod";
    Remainder "remainder" 2 "remainder";
    Nextafter "nextafter" 2 "nextafter";
}
