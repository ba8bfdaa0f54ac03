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

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @matmul_naive(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, ptr addrspace(1) readonly captures(none) %5, i64 %6, i64 %7, i64 %8, i64 %9, ptr addrspace(1) writeonly captures(none) %10, i64 %11, i64 %12, i64 %13, i64 %14) local_unnamed_addr #1 {
entry:
  %15 = addrspacecast ptr addrspace(1) %0 to ptr
  %16 = addrspacecast ptr addrspace(1) %10 to ptr
  %17 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %18 = zext nneg i32 %17 to i64
  %19 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %20 = zext nneg i32 %19 to i64
  %21 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %22 = zext nneg i32 %21 to i64
  %23 = mul nuw nsw i64 %18, %20
  %24 = add nuw nsw i64 %23, %22
  %25 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %26 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %27 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %narrow.i = mul nuw nsw i32 %25, %26
  %narrow16.i = add nuw nsw i32 %narrow.i, %27
  %28 = zext nneg i32 %narrow16.i to i64
  %29 = icmp slt i64 %24, %11
  %30 = icmp sgt i64 %12, %28
  %or.cond.i = select i1 %29, i1 %30, i1 false
  br i1 %or.cond.i, label %block3.i.preheader, label %"matmul_naive$body.exit"

block3.i.preheader:                               ; preds = %entry
  %31 = addrspacecast ptr addrspace(1) %5 to ptr
  %invariant.gep = getelementptr float, ptr %31, i64 %28
  %32 = icmp sgt i64 %2, 0
  br i1 %32, label %block4.i.lr.ph, label %block5.i

block4.i.lr.ph:                                   ; preds = %block3.i.preheader
  %33 = mul nuw nsw i64 %2, %24
  %34 = getelementptr inbounds nuw float, ptr %15, i64 %33
  %xtraiter = and i64 %2, 3
  %35 = icmp ult i64 %2, 4
  br i1 %35, label %block4.i.epil.preheader, label %block4.i.lr.ph.new

block4.i.lr.ph.new:                               ; preds = %block4.i.lr.ph
  %unroll_iter = and i64 %2, 9223372036854775804
  br label %block4.i

block4.i:                                         ; preds = %block4.i, %block4.i.lr.ph.new
  %36 = phi i64 [ 0, %block4.i.lr.ph.new ], [ %58, %block4.i ]
  %total.i1 = phi float [ 0.000000e+00, %block4.i.lr.ph.new ], [ %64, %block4.i ]
  %niter = phi i64 [ 0, %block4.i.lr.ph.new ], [ %niter.next.3, %block4.i ]
  %37 = or disjoint i64 %36, 1
  %38 = getelementptr inbounds nuw float, ptr %34, i64 %36
  %39 = load float, ptr %38, align 4
  %40 = mul nuw nsw i64 %36, %7
  %gep = getelementptr float, ptr %invariant.gep, i64 %40
  %41 = load float, ptr %gep, align 4
  %42 = fmul contract float %39, %41
  %43 = fadd contract float %total.i1, %42
  %44 = or disjoint i64 %36, 2
  %45 = getelementptr inbounds nuw float, ptr %34, i64 %37
  %46 = load float, ptr %45, align 4
  %47 = mul nuw nsw i64 %37, %7
  %gep.1 = getelementptr float, ptr %invariant.gep, i64 %47
  %48 = load float, ptr %gep.1, align 4
  %49 = fmul contract float %46, %48
  %50 = fadd contract float %43, %49
  %51 = or disjoint i64 %36, 3
  %52 = getelementptr inbounds nuw float, ptr %34, i64 %44
  %53 = load float, ptr %52, align 4
  %54 = mul nuw nsw i64 %44, %7
  %gep.2 = getelementptr float, ptr %invariant.gep, i64 %54
  %55 = load float, ptr %gep.2, align 4
  %56 = fmul contract float %53, %55
  %57 = fadd contract float %50, %56
  %58 = add nuw nsw i64 %36, 4
  %59 = getelementptr inbounds nuw float, ptr %34, i64 %51
  %60 = load float, ptr %59, align 4
  %61 = mul nuw nsw i64 %51, %7
  %gep.3 = getelementptr float, ptr %invariant.gep, i64 %61
  %62 = load float, ptr %gep.3, align 4
  %63 = fmul contract float %60, %62
  %64 = fadd contract float %57, %63
  %niter.next.3 = add i64 %niter, 4
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter
  br i1 %niter.ncmp.3, label %block5.i.loopexit.unr-lcssa, label %block4.i

block5.i.loopexit.unr-lcssa:                      ; preds = %block4.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %block5.i, label %block4.i.epil.preheader

block4.i.epil.preheader:                          ; preds = %block5.i.loopexit.unr-lcssa, %block4.i.lr.ph
  %.epil.init = phi i64 [ 0, %block4.i.lr.ph ], [ %58, %block5.i.loopexit.unr-lcssa ]
  %total.i1.epil.init = phi float [ 0.000000e+00, %block4.i.lr.ph ], [ %64, %block5.i.loopexit.unr-lcssa ]
  %lcmp.mod6 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod6)
  br label %block4.i.epil

block4.i.epil:                                    ; preds = %block4.i.epil, %block4.i.epil.preheader
  %65 = phi i64 [ %.epil.init, %block4.i.epil.preheader ], [ %66, %block4.i.epil ]
  %total.i1.epil = phi float [ %total.i1.epil.init, %block4.i.epil.preheader ], [ %72, %block4.i.epil ]
  %epil.iter = phi i64 [ 0, %block4.i.epil.preheader ], [ %epil.iter.next, %block4.i.epil ]
  %66 = add nuw nsw i64 %65, 1
  %67 = getelementptr inbounds nuw float, ptr %34, i64 %65
  %68 = load float, ptr %67, align 4
  %69 = mul nuw nsw i64 %65, %7
  %gep.epil = getelementptr float, ptr %invariant.gep, i64 %69
  %70 = load float, ptr %gep.epil, align 4
  %71 = fmul contract float %68, %70
  %72 = fadd contract float %total.i1.epil, %71
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %block5.i, label %block4.i.epil, !llvm.loop !0

block5.i:                                         ; preds = %block5.i.loopexit.unr-lcssa, %block4.i.epil, %block3.i.preheader
  %total.i.lcssa = phi float [ 0.000000e+00, %block3.i.preheader ], [ %64, %block5.i.loopexit.unr-lcssa ], [ %72, %block4.i.epil ]
  %73 = mul nuw nsw i64 %12, %24
  %74 = add nuw i64 %73, %28
  %75 = getelementptr inbounds nuw float, ptr %16, i64 %74
  store float %total.i.lcssa, ptr %75, align 4
  br label %"matmul_naive$body.exit"

"matmul_naive$body.exit":                         ; preds = %entry, %block5.i
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
