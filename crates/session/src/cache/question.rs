//! What a compilation asks of Python, and what it is told.

use super::nodes::Nodes;
use coluber_base::Name;
use coluber_infer::{FuncId, HostValue};
use coluber_types::{ObjId, Ty};
use serde::{Deserialize, Serialize};

/// A question. In entries of the cache, objects are numbers of [`Nodes`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Question {
    /// A global name, as a function sees it.
    Global { function: ObjId, name: Name },
    /// A closure variable.
    Free { function: ObjId, name: Name },
    /// The default value of a parameter.
    Default { function: ObjId, name: Name },
    /// An attribute of an object.
    Attribute { object: ObjId, name: Name },
    /// A member of module `builtins`.
    Builtin { name: Name },
    /// A module, or the topmost package of it.
    Module { name: Name, top: bool },
    /// The name of an object in the tables.
    Key { object: ObjId },
    /// Whether a class is derived from another.
    IsSubclass { sub: ObjId, sup: ObjId },
    /// The function of a dispatcher.
    Jitted { object: ObjId },
    /// The types that a dispatcher is restricted to.
    Signatures { function: ObjId },
    /// The function that implements a key for these arguments.
    Overload { key: Name, args: Vec<Ty>, names: Vec<Name> },
    /// Whether there is one for any arguments.
    HasOverload { key: Name },
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Value(Option<HostValue>),
    Name(Option<Name>),
    Flag(bool),
    Function(Option<FuncId>),
    Signatures(Option<Vec<(Vec<Ty>, Ty)>>),
    /// An error that says why a call is refused.
    Refused(Name),
}

/// What happened while a function was typed.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Asked {
        question: Question,
        answer: Answer,
        /// Whether a function of the package asked. What such a function asks for by name is part of the package too.
        own: bool,
    },
    /// A specialisation was used, by its number.
    Used(u32),
}

impl Question {
    /// The question with objects and types replaced.
    fn replaced(&self, object: &dyn Fn(ObjId) -> Option<ObjId>, ty: &dyn Fn(Ty) -> Option<Ty>) -> Option<Question> {
        use Question as Q;
        Some(match self {
            Q::Global { function, name } => Q::Global { function: object(*function)?, name: name.clone() },
            Q::Free { function, name } => Q::Free { function: object(*function)?, name: name.clone() },
            Q::Default { function, name } => Q::Default { function: object(*function)?, name: name.clone() },
            Q::Attribute { object: o, name } => Q::Attribute { object: object(*o)?, name: name.clone() },
            Q::Builtin { .. } | Q::Module { .. } | Q::HasOverload { .. } => self.clone(),
            Q::Key { object: o } => Q::Key { object: object(*o)? },
            Q::IsSubclass { sub, sup } => Q::IsSubclass { sub: object(*sub)?, sup: object(*sup)? },
            Q::Jitted { object: o } => Q::Jitted { object: object(*o)? },
            Q::Signatures { function } => Q::Signatures { function: object(*function)? },
            Q::Overload { key, args, names } => Q::Overload {
                key: key.clone(),
                args: args.iter().map(|&arg| ty(arg)).collect::<Option<_>>()?,
                names: names.clone(),
            },
        })
    }

    /// The question with numbers in the place of objects, all of which must be known.
    pub fn portable(&self, nodes: &Nodes) -> Option<Question> {
        self.replaced(&|id| nodes.find(id).map(ObjId), &|ty| nodes.portable(ty))
    }

    /// The question about the objects of this process.
    pub fn present(&self, nodes: &Nodes) -> Option<Question> {
        self.replaced(&|number| nodes.object(number.0), &|ty| nodes.present(ty))
    }
}
