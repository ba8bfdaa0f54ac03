//! LLVM IR that a program wrote, as a call of a function that is inlined.

use super::cx::Cx;
use super::function::{Done, Lower};
use crate::CodegenError;
use crate::llvm::{Attribute, Func, Linkage, Type};
use coluber_abi::{SPLICE, leaves};
use coluber_base::Name;
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData};

impl Lower<'_, '_, '_> {
    pub(super) fn splice(&mut self, inst: &InstData<Op>, handler: Option<Block>, text: &Name) -> Done {
        let function = self.name();
        let invalid = |why: String| CodegenError::Splice { function: function.clone(), why };
        let func = self.cx.spliced(text).map_err(invalid)?;
        let args = self.all_leaves(&inst.args);
        let ret = self.result_ty(inst);
        let params: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        if func.value_type() != self.cx.result_type(ret).function(&params) {
            return Err(invalid("the function does not have the leaves of its arguments and its result".to_owned()));
        }
        let result = self.b.call(func, &args);
        self.define_call(inst, handler, result, leaves(ret).len());
        Ok(())
    }

    pub(super) fn function_address(&mut self, inst: &InstData<Op>, spec: u32, name: &Name) -> Done {
        let Some(callee) = self.cx.callee(spec) else {
            return Err(CodegenError::UnknownCallee { function: self.name(), callee: name.clone(), spec });
        };
        self.result(inst, callee.func.address())
    }
}

impl Cx<'_> {
    /// The function of a text; each text is linked once.
    fn spliced(&mut self, text: &Name) -> Result<Func, String> {
        if let Some(&known) = self.spliced.get(text) {
            return Ok(known);
        }
        let name = format!("{SPLICE}.{}", self.spliced.len());
        let func = self.module.link_text(text, &name, Linkage::Internal)?;
        self.module.add_attribute(func, Attribute::AlwaysInline);
        self.module.add_attribute(func, Attribute::NoUnwind);
        self.spliced.insert(text.clone(), func);
        Ok(func)
    }
}
