; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @launch_bounds(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2, float %3) local_unnamed_addr #1 {
entry:
  %4 = addrspacecast ptr addrspace(1) %0 to ptr
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds nuw float, ptr %4, i64 %6
  %8 = load float, ptr %7, align 4
  %9 = fmul contract float %3, %8
  %10 = fadd contract float %3, %9
  store float %10, ptr %7, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "nvvm.maxnreg"="32" "nvvm.maxntid"="256" "nvvm.minctasm"="2" }
