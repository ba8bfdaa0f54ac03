; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @stencil_five(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, ptr addrspace(1) writeonly captures(none) %5, i64 %6, i64 %7, i64 %8, i64 %9) local_unnamed_addr #1 {
entry:
  %10 = addrspacecast ptr addrspace(1) %0 to ptr
  %11 = addrspacecast ptr addrspace(1) %5 to ptr
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %13 = zext nneg i32 %12 to i64
  %14 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %15 = zext nneg i32 %14 to i64
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %17 = zext nneg i32 %16 to i64
  %18 = mul nuw nsw i64 %13, %15
  %19 = add nuw nsw i64 %18, %17
  %20 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %21 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %22 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %narrow.i = mul nuw nsw i32 %20, %21
  %narrow15.i = add nuw nsw i32 %narrow.i, %22
  %23 = zext nneg i32 %narrow15.i to i64
  %24 = icmp ne i64 %19, 0
  %25 = add i64 %1, -1
  %26 = icmp slt i64 %19, %25
  %or.cond.i = select i1 %24, i1 %26, i1 false
  br i1 %or.cond.i, label %block2.i, label %"stencil_five$body.exit"

block2.i:                                         ; preds = %entry
  %27 = icmp ne i32 %narrow15.i, 0
  %28 = add i64 %2, -1
  %29 = icmp sgt i64 %28, %23
  %or.cond13.i = select i1 %27, i1 %29, i1 false
  br i1 %or.cond13.i, label %block4.i, label %"stencil_five$body.exit"

block4.i:                                         ; preds = %block2.i
  %30 = add nsw i64 %19, -1
  %31 = mul nuw nsw i64 %30, %2
  %32 = add nuw i64 %31, %23
  %33 = getelementptr inbounds nuw float, ptr %10, i64 %32
  %34 = load float, ptr %33, align 4
  %35 = add nuw nsw i64 %19, 1
  %36 = mul nuw nsw i64 %35, %2
  %37 = add nuw i64 %36, %23
  %38 = getelementptr inbounds nuw float, ptr %10, i64 %37
  %39 = load float, ptr %38, align 4
  %40 = fadd contract float %34, %39
  %41 = mul nuw nsw i64 %2, %19
  %42 = add i64 %41, %23
  %43 = getelementptr float, ptr %10, i64 %42
  %44 = getelementptr i8, ptr %43, i64 -4
  %45 = load float, ptr %44, align 4
  %46 = fadd contract float %40, %45
  %47 = getelementptr inbounds nuw i8, ptr %43, i64 4
  %48 = load float, ptr %47, align 4
  %49 = fadd contract float %46, %48
  %50 = fmul contract float %49, 2.500000e-01
  %51 = mul nuw nsw i64 %7, %19
  %52 = add nuw i64 %51, %23
  %53 = getelementptr inbounds nuw float, ptr %11, i64 %52
  store float %50, ptr %53, align 4
  br label %"stencil_five$body.exit"

"stencil_five$body.exit":                         ; preds = %entry, %block2.i, %block4.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
