; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @atomic_integers(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2) local_unnamed_addr #1 {
entry:
  %3 = addrspacecast ptr addrspace(1) %0 to ptr
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = mul i32 %4, %5
  %8 = add i32 %7, %6
  %9 = atomicrmw max ptr %3, i32 %8 syncscope("device") monotonic, align 4
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %11 = atomicrmw min ptr %10, i32 %8 syncscope("device") monotonic, align 4
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %13 = atomicrmw and ptr %12, i32 %8 syncscope("device") monotonic, align 4
  %14 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %15 = atomicrmw or ptr %14, i32 %8 syncscope("device") monotonic, align 4
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %17 = atomicrmw xor ptr %16, i32 %8 syncscope("device") monotonic, align 4
  %18 = getelementptr inbounds nuw i8, ptr %3, i64 20
  %19 = atomicrmw xchg ptr %18, i32 %8 syncscope("device") monotonic, align 4
  %20 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %21 = atomicrmw sub ptr %20, i32 %8 syncscope("device") monotonic, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) }
