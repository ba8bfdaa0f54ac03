"""What programs use to extend the compiler; `tools/stubs.py` writes this file."""

from coluber.core.annotations import as_numba_type as as_numba_type
from coluber.core.attributes import make_attribute_wrapper as make_attribute_wrapper
from coluber.core.datamodel import core_models as core_models
from coluber.core.datamodel import models as models
from coluber.core.datamodel import register_model as register_model
from coluber.core.extending import is_jitted as is_jitted
from coluber.core.foreign import _import_cython_function as _import_cython_function
from coluber.core.foreign import get_cython_function_address as get_cython_function_address
from coluber.core.imputils import lower_builtin as lower_builtin
from coluber.core.imputils import lower_cast as lower_cast
from coluber.core.imputils import lower_constant as lower_constant
from coluber.core.imputils import lower_getattr as lower_getattr
from coluber.core.imputils import lower_getattr_generic as lower_getattr_generic
from coluber.core.imputils import lower_setattr as lower_setattr
from coluber.core.imputils import lower_setattr_generic as lower_setattr_generic
from coluber.core.intrinsics import _Intrinsic as _Intrinsic
from coluber.core.intrinsics import intrinsic as intrinsic
from coluber.core.literalargs import BoundLiteralArgs as BoundLiteralArgs
from coluber.core.literalargs import SentryLiteralArgs as SentryLiteralArgs
from coluber.core.literalargs import sentry_literal_args as sentry_literal_args
from coluber.core.overloads import overload as overload
from coluber.core.overloads import overload_attribute as overload_attribute
from coluber.core.overloads import overload_classmethod as overload_classmethod
from coluber.core.overloads import overload_method as overload_method
from coluber.core.overloads import register_jitable as register_jitable
from coluber.core.overloads import type_callable as type_callable
from coluber.core.pythonapi import NativeValue as NativeValue
from coluber.core.pythonapi import box as box
from coluber.core.pythonapi import reflect as reflect
from coluber.core.pythonapi import unbox as unbox
from coluber.core.runtime import include_path as include_path
from coluber.core.typing.templates import infer as infer
from coluber.core.typing.templates import infer_getattr as infer_getattr
from coluber.core.typing.templates import infer_global as infer_global
from coluber.core.typing.typeof import typeof_impl as typeof_impl

__all__ = [
    "BoundLiteralArgs",
    "NativeValue",
    "SentryLiteralArgs",
    "_Intrinsic",
    "_import_cython_function",
    "as_numba_type",
    "box",
    "core_models",
    "get_cython_function_address",
    "include_path",
    "infer",
    "infer_getattr",
    "infer_global",
    "intrinsic",
    "is_jitted",
    "lower_builtin",
    "lower_cast",
    "lower_constant",
    "lower_getattr",
    "lower_getattr_generic",
    "lower_setattr",
    "lower_setattr_generic",
    "make_attribute_wrapper",
    "models",
    "overload",
    "overload_attribute",
    "overload_classmethod",
    "overload_method",
    "reflect",
    "register_jitable",
    "register_model",
    "sentry_literal_args",
    "type_callable",
    "typeof_impl",
    "unbox",
]
