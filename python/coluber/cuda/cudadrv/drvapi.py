"""Types of the CUDA driver's interface, for ctypes, where Numba has them."""

from ctypes import c_byte, c_int, c_size_t, c_void_p

CU_STREAM_DEFAULT = 0
CU_STREAM_LEGACY = 1
CU_STREAM_PER_THREAD = 2

cu_device = c_int
cu_device_ptr = c_size_t
cu_context = c_void_p
cu_module = c_void_p
cu_function = c_void_p
cu_stream = c_void_p
cu_event = c_void_p
cu_ipc_mem_handle = c_byte * 64
