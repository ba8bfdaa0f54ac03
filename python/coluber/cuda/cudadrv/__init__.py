"""The modules of CUDA's host side where Numba has them; the contents are in `coluber.cuda.host`."""
