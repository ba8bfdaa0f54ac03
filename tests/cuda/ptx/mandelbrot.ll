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

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write)
define ptx_kernel void @mandelbrot(ptr addrspace(1) writeonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, i32 %5) local_unnamed_addr #1 {
entry:
  %6 = addrspacecast ptr addrspace(1) %0 to ptr
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = zext nneg i32 %7 to i64
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = mul nuw nsw i64 %8, %10
  %14 = add nuw nsw i64 %13, %12
  %15 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %17 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %narrow.i = mul nuw nsw i32 %15, %16
  %narrow7.i = add nuw nsw i32 %narrow.i, %17
  %18 = zext nneg i32 %narrow7.i to i64
  %19 = icmp slt i64 %14, %1
  %20 = icmp sgt i64 %2, %18
  %or.cond.i = select i1 %19, i1 %20, i1 false
  br i1 %or.cond.i, label %block2.i, label %"mandelbrot$body.exit"

block2.i:                                         ; preds = %entry
  %21 = uitofp nneg i64 %14 to double
  %22 = fmul contract double %21, 5.000000e-03
  %23 = fadd contract double %22, -2.000000e+00
  %24 = uitofp nneg i32 %narrow7.i to double
  %25 = fmul contract double %24, 5.000000e-03
  %26 = fadd contract double %25, -1.000000e+00
  %27 = sext i32 %5 to i64
  %28 = icmp sgt i32 %5, 0
  br i1 %28, label %block4.i, label %block6.i

block4.i:                                         ; preds = %block2.i, %block5.i
  %n.i3 = phi i64 [ %38, %block5.i ], [ 0, %block2.i ]
  %im.i2 = phi double [ %37, %block5.i ], [ 0.000000e+00, %block2.i ]
  %re.i1 = phi double [ %34, %block5.i ], [ 0.000000e+00, %block2.i ]
  %29 = fmul contract double %re.i1, %re.i1
  %30 = fmul contract double %im.i2, %im.i2
  %31 = fadd contract double %29, %30
  %32 = fcmp contract olt double %31, 4.000000e+00
  br i1 %32, label %block5.i, label %block6.i.loopexit

block5.i:                                         ; preds = %block4.i
  %33 = fsub contract double %29, %30
  %34 = fadd contract double %23, %33
  %35 = fmul contract double %re.i1, 2.000000e+00
  %36 = fmul contract double %35, %im.i2
  %37 = fadd contract double %26, %36
  %38 = add nuw nsw i64 %n.i3, 1
  %exitcond.not = icmp eq i64 %38, %27
  br i1 %exitcond.not, label %block6.i.loopexit, label %block4.i

block6.i.loopexit:                                ; preds = %block4.i, %block5.i
  %n.i.lcssa.ph = phi i64 [ %27, %block5.i ], [ %n.i3, %block4.i ]
  %39 = trunc i64 %n.i.lcssa.ph to i32
  br label %block6.i

block6.i:                                         ; preds = %block6.i.loopexit, %block2.i
  %n.i.lcssa = phi i32 [ 0, %block2.i ], [ %39, %block6.i.loopexit ]
  %40 = mul nuw nsw i64 %2, %14
  %41 = add nuw i64 %40, %18
  %42 = getelementptr inbounds nuw i32, ptr %6, i64 %41
  store i32 %n.i.lcssa, ptr %42, align 4
  br label %"mandelbrot$body.exit"

"mandelbrot$body.exit":                           ; preds = %entry, %block6.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: write) }
