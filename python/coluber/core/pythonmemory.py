"""Calls of the interpreter that look at the memory of objects, and at memory that objects and compiled code share."""

from __future__ import annotations

from coluber import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class MemoryCalls:
    """Methods of `PythonAPI`."""

    ir: Any
    builder: Any
    context: Any
    pyobj: Any
    voidptr: Any
    _call: Any
    _call_at: Any
    _argument: Any
    _constant: Any
    call_function_objargs: Any

    def get_type(self, obj: Any) -> Any:
        """Return the class of an object, without a reference."""
        cls = self._call("PyObject_Type", "o", "o", [obj])
        # The object keeps its class.
        self._call("Py_DecRef", "v", "o", [cls])
        return cls

    # Owners of memory

    def nrt_meminfo_new_from_pyobject(self, data: Any, pyobj: Any) -> Any:
        """Return an owner of memory that an object keeps, with a reference to the object.

        It is null with an exception set where there is no memory for it.

        Parameters
        ----------
        data : llvmlite.ir.Value
            The address of the memory.
        pyobj : llvmlite.ir.Value
            The object.
        """
        return self._owned("memory_of_object", self.voidptr, data, pyobj)

    def nrt_meminfo_as_pyobject(self, miptr: Any) -> Any:
        """Return a new object that takes over a reference to what an owner counts; null with an exception set on failure."""
        return self._owned("object_of_memory", self.pyobj, miptr)

    def nrt_meminfo_from_pyobject(self, miobj: Any) -> Any:
        """Return the owner, with a reference, that an object of `nrt_meminfo_as_pyobject` keeps.

        It is null with an exception set for other objects.
        """
        return self._owned("memory_in_object", self.voidptr, miobj)

    def _owned(self, helper: str, result: Any, *args: Any) -> Any:
        values = [self._argument("p", arg) for arg in args]
        return self._call_at(_native.helper_address(helper), result, [self.voidptr] * len(values), values)

    # Values in memory

    def complex_adaptor(self, cobj: Any, cmplx: Any) -> Any:
        """Write the complex number of an object to an address; return 1, or 0 with an exception set.

        Parameters
        ----------
        cobj : llvmlite.ir.Value
            The object.
        cmplx : llvmlite.ir.Value
            The address of two floats of 64 bits.
        """
        number = self.call_function_objargs(self._constant(complex), [cobj])
        worked = self.builder.icmp_unsigned("!=", number, number.type(None))
        with self.builder.if_then(worked, likely=True):
            place = self.builder.bitcast(cmplx, self.ir.DoubleType().as_pointer())
            for k, part in enumerate(("Real", "Imag")):
                value = self._call(f"PyComplex_{part}AsDouble", "d", "o", [number])
                self.builder.store(value, self.builder.gep(place, [self.ir.IntType(32)(k)]))
            self._call("Py_DecRef", "v", "o", [number])
        return self.builder.zext(worked, self.ir.IntType(32))
