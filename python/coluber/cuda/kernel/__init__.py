"""The words of kernels: one file a family.

Each word is one Python object. The compiler knows it by its module and name (`coluber.cuda.kernel.sync.syncthreads`); its
body is what the simulator runs. Outside of a kernel, a word that needs a thread raises RuntimeError.
"""
