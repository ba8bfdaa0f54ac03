; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @square_root_division(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #2 {
entry:
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = mul nuw nsw i64 %7, %9
  %13 = add nuw nsw i64 %12, %11
  %14 = icmp slt i64 %13, %1
  br i1 %14, label %block1.i, label %"square_root_division$body.exit"

block1.i:                                         ; preds = %entry
  %15 = addrspacecast ptr addrspace(1) %3 to ptr
  %16 = addrspacecast ptr addrspace(1) %0 to ptr
  %17 = getelementptr inbounds nuw double, ptr %16, i64 %13
  %18 = load double, ptr %17, align 8
  %19 = tail call contract double @llvm.sqrt.f64(double %18)
  %20 = fadd contract double %18, 1.000000e+00
  %21 = fdiv contract double %19, %20
  %22 = getelementptr inbounds nuw double, ptr %15, i64 %13
  store double %21, ptr %22, align 8
  br label %"square_root_division$body.exit"

"square_root_division$body.exit":                 ; preds = %entry, %block1.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
