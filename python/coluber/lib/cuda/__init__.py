"""What kernels call and the compiler has no operations for."""
