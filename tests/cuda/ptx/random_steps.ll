; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @random_steps(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2, i64 %3) local_unnamed_addr #1 {
entry:
  %4 = addrspacecast ptr addrspace(1) %0 to ptr
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = zext nneg i32 %5 to i64
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = zext nneg i32 %7 to i64
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = mul nuw nsw i64 %6, %8
  %12 = add nuw i64 %11, %10
  %13 = getelementptr inbounds nuw i64, ptr %4, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = icmp sgt i64 %3, 0
  br i1 %15, label %block2.i.preheader, label %"random_steps$body.exit"

block2.i.preheader:                               ; preds = %entry
  %xtraiter = and i64 %3, 3
  %16 = icmp ult i64 %3, 4
  br i1 %16, label %block2.i.epil.preheader, label %block2.i.preheader.new

block2.i.preheader.new:                           ; preds = %block2.i.preheader
  %unroll_iter = and i64 %3, 9223372036854775804
  %17 = trunc i64 %14 to i32
  br label %block2.i

block2.i:                                         ; preds = %block2.i, %block2.i.preheader.new
  %other.i2 = phi i64 [ 0, %block2.i.preheader.new ], [ %54, %block2.i ]
  %state.i1 = phi i32 [ %17, %block2.i.preheader.new ], [ %47, %block2.i ]
  %niter = phi i64 [ 0, %block2.i.preheader.new ], [ %niter.next.3, %block2.i ]
  %18 = mul i32 %state.i1, 1103515245
  %19 = add i32 %18, 12345
  %20 = shl i32 %19, 7
  %21 = trunc i64 %other.i2 to i32
  %22 = mul i32 %21, 62003
  %23 = add i32 %20, %22
  %24 = and i32 %23, 65535
  %25 = zext nneg i32 %24 to i64
  %26 = xor i64 %other.i2, %25
  %27 = mul i32 %19, 1103515245
  %28 = add i32 %27, 12345
  %29 = shl i32 %28, 7
  %30 = trunc i64 %26 to i32
  %31 = mul i32 %30, 62003
  %32 = add i32 %29, %31
  %33 = and i32 %32, 65535
  %34 = zext nneg i32 %33 to i64
  %35 = xor i64 %26, %34
  %36 = mul i32 %28, 1103515245
  %37 = add i32 %36, 12345
  %38 = shl i32 %37, 7
  %39 = trunc i64 %35 to i32
  %40 = mul i32 %39, 62003
  %41 = add i32 %38, %40
  %42 = and i32 %41, 65535
  %43 = zext nneg i32 %42 to i64
  %44 = xor i64 %35, %43
  %45 = mul i32 %37, 1103515245
  %46 = add i32 %45, 12345
  %47 = and i32 %46, 2147483647
  %48 = shl i32 %46, 7
  %49 = trunc i64 %44 to i32
  %50 = mul i32 %49, 62003
  %51 = add i32 %48, %50
  %52 = and i32 %51, 65535
  %53 = zext nneg i32 %52 to i64
  %54 = xor i64 %44, %53
  %niter.next.3 = add i64 %niter, 4
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter
  br i1 %niter.ncmp.3, label %"random_steps$body.exit.loopexit.unr-lcssa", label %block2.i

"random_steps$body.exit.loopexit.unr-lcssa":      ; preds = %block2.i
  %55 = zext nneg i32 %47 to i64
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %"random_steps$body.exit", label %block2.i.epil.preheader

block2.i.epil.preheader:                          ; preds = %"random_steps$body.exit.loopexit.unr-lcssa", %block2.i.preheader
  %other.i2.epil.init = phi i64 [ 0, %block2.i.preheader ], [ %54, %"random_steps$body.exit.loopexit.unr-lcssa" ]
  %state.i1.epil.init = phi i64 [ %14, %block2.i.preheader ], [ %55, %"random_steps$body.exit.loopexit.unr-lcssa" ]
  %lcmp.mod10 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod10)
  %56 = trunc i64 %state.i1.epil.init to i32
  br label %block2.i.epil

block2.i.epil:                                    ; preds = %block2.i.epil, %block2.i.epil.preheader
  %other.i2.epil = phi i64 [ %67, %block2.i.epil ], [ %other.i2.epil.init, %block2.i.epil.preheader ]
  %state.i1.epil = phi i32 [ %59, %block2.i.epil ], [ %56, %block2.i.epil.preheader ]
  %epil.iter = phi i64 [ %epil.iter.next, %block2.i.epil ], [ 0, %block2.i.epil.preheader ]
  %57 = mul i32 %state.i1.epil, 1103515245
  %58 = add i32 %57, 12345
  %59 = and i32 %58, 2147483647
  %60 = zext nneg i32 %59 to i64
  %61 = shl i32 %58, 7
  %62 = trunc i64 %other.i2.epil to i32
  %63 = mul i32 %62, 62003
  %64 = add i32 %61, %63
  %65 = and i32 %64, 65535
  %66 = zext nneg i32 %65 to i64
  %67 = xor i64 %other.i2.epil, %66
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %"random_steps$body.exit", label %block2.i.epil, !llvm.loop !0

"random_steps$body.exit":                         ; preds = %"random_steps$body.exit.loopexit.unr-lcssa", %block2.i.epil, %entry
  %state.i.lcssa = phi i64 [ %14, %entry ], [ %55, %"random_steps$body.exit.loopexit.unr-lcssa" ], [ %60, %block2.i.epil ]
  %other.i.lcssa = phi i64 [ 0, %entry ], [ %54, %"random_steps$body.exit.loopexit.unr-lcssa" ], [ %67, %block2.i.epil ]
  %68 = add i64 %other.i.lcssa, %state.i.lcssa
  store i64 %68, ptr %13, align 8
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
