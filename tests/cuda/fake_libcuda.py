"""A driver's library for tests: the functions of libcuda that `coluber.cuda.host.driver` calls, over host memory.

Each function is called through ctypes with the types that `prototypes` states, and checks what the real one would: that copies
lie inside of allocations, that a context is current, that handles exist.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import re
import threading
import time
from collections import namedtuple

import pytest

from coluber import _native
from coluber.cuda.host import backend, devices, enums
from coluber.cuda.host.driver import Driver
from coluber.cuda.host.prototypes import PROTOTYPES

NAME = b"Fake GPU"
DEVICES = 2
TOTAL = 1 << 30
INVALID = enums.INVALID_VALUE


Launch = namedtuple("Launch", "kernel grid block shared stream parameters cooperative context")

_ENTRY = re.compile(r"\.entry\s+([\w$]+)\(([^)]*)\)")
_PARAMETER = re.compile(r"\.param\s+\.([a-z])(\d+)[^\[,]*(?:\[(\d+)\])?")
_VARIABLE = re.compile(r"\.visible\s+\.global(?:\s+\.align\s+\d+)?\s+\.[a-z](\d+)\s+([\w$]+)(?:\[(\d+)\])?")


@contextlib.contextmanager
def installed():
    """Make a new library the process's driver; give the library."""
    library, before = FakeLibrary(), backend.current()
    with pytest.MonkeyPatch.context() as patch:
        # Other modules hold the list, so that its content is exchanged.
        patch.setattr(devices.gpus, "__dict__", {})
        patch.setattr(devices, "_thread", devices._Thread())
        _native.forget_loaded()
        backend.use(Driver(library))
        try:
            yield library
        finally:
            backend.use(before)
            _native.forget_loaded()


class FakeModule:
    """Code that is loaded: what PTX says of its kernels and variables.

    Attributes
    ----------
    kernels : dict of list of int
        The sizes of each kernel's parameters.
    variables : dict
        The memory of each variable.
    """

    def __init__(self, code):
        self.text = code.decode()
        self.kernels = {name: list(map(self.size, _PARAMETER.findall(text))) for name, text in _ENTRY.findall(self.text)}
        sizes = {name: int(bits) // 8 * int(count or 1) for bits, name, count in _VARIABLE.findall(self.text)}
        self.variables = {name: ctypes.create_string_buffer(size) for name, size in sizes.items()}

    @staticmethod
    def size(parameter):
        _, bits, count = parameter
        return int(bits) // 8 * int(count or 1)


class FakeLibrary:
    """Gives functions by name, as a CDLL does."""

    def __init__(self):
        self.log = []
        self.allocations = {}
        self.registered = {}
        self.streams = {0, 1, 2}
        self.events = {}
        self.handles = itertools.count(0x9000)
        self.thread = threading.local()
        self.fail = {}
        self.modules = {}
        self.functions = {}
        self.launches = []
        # What kernels do, by name; they are given their parameters' bytes.
        self.bodies = {}
        self.attributes = {}

    def __getitem__(self, symbol):
        base = next((name for name, (ending, _) in PROTOTYPES.items() if symbol == name + ending), None)
        if base is None:
            raise AttributeError(symbol)

        def call(*arguments):
            self.log.append(base)
            if base in self.fail:
                return self.fail[base]
            if base.startswith(("cuMem", "cuStream", "cuEvent", "cuIpc", "cuModule", "cuLaunch")) and not self.contexts():
                return enums.INVALID_CONTEXT
            return getattr(self, base)(*arguments) or 0

        return ctypes.CFUNCTYPE(ctypes.c_int, *PROTOTYPES[base][1])(call)

    def contexts(self):
        return self.thread.__dict__.setdefault("contexts", [])

    def inside(self, address, size):
        regions = [(start, len(block)) for start, block in self.allocations.items()] + list(self.registered.items())
        return any(start <= address and address + size <= start + length for start, length in regions)

    # ------------------------------------------------------------------------------------------------------ devices

    def cuInit(self, flags):
        pass

    def cuDriverGetVersion(self, out):
        out[0] = 12040

    def cuDeviceGetCount(self, out):
        out[0] = DEVICES

    def cuDeviceGet(self, out, number):
        if not 0 <= number < DEVICES:
            return enums.INVALID_DEVICE
        out[0] = number + 10

    def cuDeviceGetName(self, text, size, device):
        pass

    def cuDeviceGetUuid(self, out, device):
        for index in range(16):
            out[index] = index

    def cuDeviceGetAttribute(self, out, code, device):
        if code >= enums.ATTRIBUTES["ATOMIC_REDUCTION_SUPPORTED"]:
            return enums.INVALID_VALUE
        known = {"COMPUTE_CAPABILITY_MAJOR": 8, "COMPUTE_CAPABILITY_MINOR": 6, "WARP_SIZE": 32, "CAN_MAP_HOST_MEMORY": 1}
        out[0] = next((value for name, value in known.items() if enums.ATTRIBUTES[name] == code), device)
        return 0

    def cuDeviceTotalMem(self, out, device):
        out[0] = TOTAL

    def cuDeviceCanAccessPeer(self, out, device, peer):
        out[0] = device != peer

    # ------------------------------------------------------------------------------------------------------ contexts

    def cuDevicePrimaryCtxRetain(self, out, device):
        out[0] = 0x7FFF00000000 + device

    def cuDevicePrimaryCtxRelease(self, device):
        pass

    def cuDevicePrimaryCtxReset(self, device):
        pass

    def cuCtxPushCurrent(self, handle):
        self.contexts().append(handle)

    def cuCtxPopCurrent(self, out):
        if not self.contexts():
            return enums.INVALID_CONTEXT
        out[0] = self.contexts().pop()

    def cuCtxGetCurrent(self, out):
        out[0] = self.contexts()[-1] if self.contexts() else None

    def cuCtxGetDevice(self, out):
        out[0] = self.contexts()[-1] & 0xFF

    def cuCtxSynchronize(self):
        pass

    def cuCtxEnablePeerAccess(self, context, flags):
        pass

    # ------------------------------------------------------------------------------------------------------ memory

    def used(self):
        return sum(map(len, self.allocations.values()))

    def cuMemGetInfo(self, free, total):
        free[0], total[0] = TOTAL - self.used(), TOTAL

    def cuMemAlloc(self, out, size):
        if not size:
            return INVALID
        if self.used() + size > TOTAL:
            return enums.OUT_OF_MEMORY
        block = ctypes.create_string_buffer(size)
        self.allocations[ctypes.addressof(block)] = block
        out[0] = ctypes.addressof(block)

    def cuMemAllocManaged(self, out, size, flags):
        return self.cuMemAlloc(out, size)

    def cuMemHostAlloc(self, out, size, flags):
        return self.cuMemAlloc(out, size)

    def cuMemFree(self, address):
        return 0 if self.allocations.pop(address, None) else INVALID

    def cuMemFreeHost(self, address):
        return self.cuMemFree(address)

    def cuMemHostRegister(self, address, size, flags):
        if address in self.registered:
            return enums.ALREADY_REGISTERED
        self.registered[address] = size

    def cuMemHostUnregister(self, address):
        if address not in self.registered:
            return enums.NOT_REGISTERED
        del self.registered[address]

    def cuMemHostGetDevicePointer(self, out, address, flags):
        out[0] = address

    def cuMemGetAddressRange(self, start, size, address):
        for begin, block in self.allocations.items():
            if begin <= address < begin + len(block):
                start[0], size[0] = begin, len(block)
                return 0
        return INVALID

    def cuMemsetD8(self, address, byte, count):
        if not self.inside(address, count):
            return INVALID
        ctypes.memset(address, byte, count)

    def cuMemsetD8Async(self, address, byte, count, stream):
        return self.cuMemsetD8(address, byte, count)

    def cuMemcpyHtoD(self, target, source, size):
        if not self.inside(target, size):
            return INVALID
        ctypes.memmove(target, source, size)

    def cuMemcpyHtoDAsync(self, target, source, size, stream):
        return self.cuMemcpyHtoD(target, source, size) if stream in self.streams else enums.INVALID_HANDLE

    def cuMemcpyDtoH(self, target, source, size):
        if not self.inside(source, size):
            return INVALID
        ctypes.memmove(target, source, size)

    def cuMemcpyDtoHAsync(self, target, source, size, stream):
        return self.cuMemcpyDtoH(target, source, size) if stream in self.streams else enums.INVALID_HANDLE

    def cuMemcpyDtoD(self, target, source, size):
        if not (self.inside(source, size) and self.inside(target, size)):
            return INVALID
        ctypes.memmove(target, source, size)

    def cuMemcpyDtoDAsync(self, target, source, size, stream):
        return self.cuMemcpyDtoD(target, source, size) if stream in self.streams else enums.INVALID_HANDLE

    def cuMemcpy2DUnaligned(self, rows):
        copy = rows[0]
        if copy.width > copy.source_pitch or copy.width > copy.target_pitch:
            return INVALID
        source = copy.source_device if copy.source_kind == 2 else copy.source_host
        target = copy.target_device if copy.target_kind == 2 else copy.target_host
        for number in range(copy.height):
            begin, end = source + number * copy.source_pitch, target + number * copy.target_pitch
            if copy.source_kind == 2 and not self.inside(begin, copy.width):
                return INVALID
            if copy.target_kind == 2 and not self.inside(end, copy.width):
                return INVALID
            ctypes.memmove(end, begin, copy.width)

    def cuMemcpy2DAsync(self, rows, stream):
        return self.cuMemcpy2DUnaligned(rows) if stream in self.streams else enums.INVALID_HANDLE

    def cuIpcGetMemHandle(self, handle, address):
        # An assignment to the field would stop at the first zero byte.
        ctypes.memmove(handle, address.to_bytes(8, "little").rjust(60, b"h"), 60)

    def cuIpcOpenMemHandle(self, out, handle, flags):
        out[0] = int.from_bytes(bytes(handle)[52:60], "little")

    def cuIpcCloseMemHandle(self, address):
        return 0 if address in self.allocations else INVALID

    # ------------------------------------------------------------------------------------------------ streams, events

    def cuStreamCreate(self, out, flags):
        out[0] = next(self.handles)
        self.streams.add(out[0])

    def cuStreamDestroy(self, handle):
        self.streams.discard(handle)

    def cuStreamSynchronize(self, handle):
        return 0 if (handle or 0) in self.streams else enums.INVALID_HANDLE

    def cuStreamQuery(self, handle):
        return 0 if (handle or 0) in self.streams else enums.INVALID_HANDLE

    def cuStreamAddCallback(self, stream, function, key, flags):
        thread = threading.Thread(target=function, args=(stream, 0, key))
        thread.start()
        thread.join()

    def cuStreamWaitEvent(self, stream, event, flags):
        return 0 if event in self.events else enums.INVALID_HANDLE

    def cuEventCreate(self, out, flags):
        out[0] = next(self.handles)
        self.events[out[0]] = None

    def cuEventDestroy(self, handle):
        self.events.pop(handle)

    def cuEventRecord(self, handle, stream):
        self.events[handle] = time.perf_counter()

    def cuEventQuery(self, handle):
        return 0 if handle in self.events else enums.INVALID_HANDLE

    cuEventSynchronize = cuEventQuery

    def cuEventElapsedTime(self, out, start, end):
        if self.events[start] is None or self.events[end] is None:
            return enums.INVALID_HANDLE
        out[0] = (self.events[end] - self.events[start]) * 1e3

    # ------------------------------------------------------------------------------------------------------- code

    def options(self, count, names, values):
        return {names[index]: values[index] for index in range(count)}

    def write_log(self, options, kind, text):
        size = options[kind + 1]
        ctypes.memmove(options[kind], text[: size - 1] + b"\0", min(len(text) + 1, size))

    def cuModuleLoadDataEx(self, out, code, count, names, values):
        options = self.options(count, names, values)
        if b"wrong" in code:
            self.write_log(options, enums.JIT_ERROR_LOG, b"line 1: wrong")
            return enums.RESULTS["CUDA_ERROR_INVALID_PTX"]
        self.write_log(options, enums.JIT_INFO_LOG, b"loaded")
        self.log.append(("registers", options.get(enums.JIT_MAX_REGISTERS)))
        out[0] = next(self.handles)
        self.modules[out[0]] = module = FakeModule(code)
        self.registered |= {ctypes.addressof(memory): len(memory) for memory in module.variables.values()}

    def cuModuleUnload(self, module):
        return 0 if self.modules.pop(module, None) else enums.INVALID_HANDLE

    def cuModuleGetFunction(self, out, module, name):
        if name.decode() not in self.modules[module].kernels:
            return enums.RESULTS["CUDA_ERROR_NOT_FOUND"]
        out[0] = next(self.handles)
        self.functions[out[0]] = (module, name.decode())

    def cuModuleGetGlobal(self, address, size, module, name):
        memory = self.modules[module].variables.get(name.decode())
        if memory is None:
            return enums.RESULTS["CUDA_ERROR_NOT_FOUND"]
        address[0], size[0] = ctypes.addressof(memory), len(memory)

    def cuLinkCreate(self, count, names, values, out):
        self.link_options, self.linked = self.options(count, names, values), []
        self.texts = []
        out[0] = next(self.handles)

    def cuLinkAddData(self, state, kind, code, size, name, count, names, values):
        self.linked.append((kind, size, name))
        self.texts.append(code.rstrip(b"\0"))

    def cuLinkComplete(self, state, out, size):
        if not self.linked:
            self.write_log(self.link_options, enums.JIT_ERROR_LOG, b"nothing to link")
            return enums.INVALID_VALUE
        self.image = ctypes.create_string_buffer(b"\n".join(self.texts))
        out[0], size[0] = ctypes.addressof(self.image), len(self.image) - 1

    def cuLinkDestroy(self, state):
        pass

    def cuFuncGetAttribute(self, out, code, function):
        out[0] = 100 + code

    def cuFuncSetAttribute(self, function, code, value):
        self.log.append(("set", code, value))
        self.attributes[function, code] = value

    def cuLaunchKernel(self, function, *rest):
        return self.launch(function, rest[:-1], cooperative=False)

    def cuLaunchCooperativeKernel(self, function, *rest):
        return self.launch(function, rest, cooperative=True)

    def launch(self, function, rest, cooperative):
        *numbers, stream, parameters = rest
        module, name = self.functions[function]
        if (stream or 0) not in self.streams or module not in self.modules:
            return enums.INVALID_HANDLE
        if numbers[6] > self.attributes.get((function, 8), 48 * 1024):
            return INVALID
        sizes = self.modules[module].kernels[name]
        values = [ctypes.string_at(parameters[index], size) for index, size in enumerate(sizes)]
        found = Launch(
            name, tuple(numbers[:3]), tuple(numbers[3:6]), numbers[6], stream or 0, values, cooperative, self.contexts()[-1]
        )
        self.launches.append(found)
        if name in self.bodies:
            self.bodies[name](*values)

    # ------------------------------------------------------------------------------------------------------- the rest

    def cuProfilerStart(self):
        pass

    cuProfilerStop = cuProfilerStart

    def cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(self, out, function, block, shared, flags):
        out[0] = 2048 // block

    def cuOccupancyMaxPotentialBlockSizeWithFlags(self, grid, block, function, shared_of, shared, limit, flags):
        grid[0], block[0] = 7, limit
        self.log.append(("shared", shared_of(limit) if shared_of else shared))
