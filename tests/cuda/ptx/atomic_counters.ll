; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @atomic_counters(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2, i32 %3) local_unnamed_addr #0 {
entry:
  %4 = addrspacecast ptr addrspace(1) %0 to ptr
  %5 = atomicrmw uinc_wrap ptr %4, i32 %3 syncscope("device") monotonic, align 4
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 4
  %7 = atomicrmw udec_wrap ptr %6, i32 %3 syncscope("device") monotonic, align 4
  ret void
}

attributes #0 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) }
