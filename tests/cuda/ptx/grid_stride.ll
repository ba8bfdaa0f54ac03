; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #0

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @grid_stride(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #1 {
entry:
  %6 = addrspacecast ptr addrspace(1) %0 to ptr
  %7 = addrspacecast ptr addrspace(1) %3 to ptr
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %13 = zext nneg i32 %12 to i64
  %14 = mul nuw nsw i64 %9, %11
  %15 = add nuw nsw i64 %14, %13
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %17 = zext nneg i32 %16 to i64
  %18 = mul nuw nsw i64 %11, %17
  %19 = icmp slt i64 %15, %1
  %20 = xor i64 %15, -1
  %21 = add i64 %1, %20
  %22 = udiv i64 %21, %18
  %23 = icmp ult i64 %22, 9223372036854775807
  %24 = and i1 %19, %23
  br i1 %24, label %block2.i.preheader, label %"grid_stride$body.exit"

block2.i.preheader:                               ; preds = %entry
  %25 = add nuw nsw i64 %22, 1
  %xtraiter = and i64 %25, 3
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %block2.i.prol.loopexit, label %block2.i.prol

block2.i.prol:                                    ; preds = %block2.i.preheader, %block2.i.prol
  %26 = phi i64 [ %29, %block2.i.prol ], [ %25, %block2.i.preheader ]
  %27 = phi i64 [ %28, %block2.i.prol ], [ %15, %block2.i.preheader ]
  %prol.iter = phi i64 [ %prol.iter.next, %block2.i.prol ], [ 0, %block2.i.preheader ]
  %28 = add i64 %27, %18
  %29 = add nsw i64 %26, -1
  %30 = icmp slt i64 %27, 0
  %31 = select i1 %30, i64 %1, i64 0
  %32 = add i64 %27, %31
  %33 = getelementptr double, ptr %6, i64 %32
  %34 = load double, ptr %33, align 8
  %35 = fmul contract double %34, %34
  %36 = select i1 %30, i64 %4, i64 0
  %37 = add i64 %27, %36
  %38 = getelementptr double, ptr %7, i64 %37
  store double %35, ptr %38, align 8
  %prol.iter.next = add i64 %prol.iter, 1
  %prol.iter.cmp.not = icmp eq i64 %prol.iter.next, %xtraiter
  br i1 %prol.iter.cmp.not, label %block2.i.prol.loopexit, label %block2.i.prol, !llvm.loop !0

block2.i.prol.loopexit:                           ; preds = %block2.i.prol, %block2.i.preheader
  %.unr = phi i64 [ %25, %block2.i.preheader ], [ %29, %block2.i.prol ]
  %.unr1 = phi i64 [ %15, %block2.i.preheader ], [ %28, %block2.i.prol ]
  %39 = icmp ult i64 %22, 3
  br i1 %39, label %"grid_stride$body.exit", label %block2.i

block2.i:                                         ; preds = %block2.i.prol.loopexit, %block2.i
  %40 = phi i64 [ %73, %block2.i ], [ %.unr, %block2.i.prol.loopexit ]
  %41 = phi i64 [ %72, %block2.i ], [ %.unr1, %block2.i.prol.loopexit ]
  %42 = add i64 %41, %18
  %43 = icmp slt i64 %41, 0
  %44 = select i1 %43, i64 %1, i64 0
  %45 = add i64 %41, %44
  %46 = getelementptr double, ptr %6, i64 %45
  %47 = load double, ptr %46, align 8
  %48 = fmul contract double %47, %47
  %49 = select i1 %43, i64 %4, i64 0
  %50 = add i64 %41, %49
  %51 = getelementptr double, ptr %7, i64 %50
  store double %48, ptr %51, align 8
  %52 = add i64 %42, %18
  %53 = icmp slt i64 %42, 0
  %54 = select i1 %53, i64 %1, i64 0
  %55 = add i64 %42, %54
  %56 = getelementptr double, ptr %6, i64 %55
  %57 = load double, ptr %56, align 8
  %58 = fmul contract double %57, %57
  %59 = select i1 %53, i64 %4, i64 0
  %60 = add i64 %42, %59
  %61 = getelementptr double, ptr %7, i64 %60
  store double %58, ptr %61, align 8
  %62 = add i64 %52, %18
  %63 = icmp slt i64 %52, 0
  %64 = select i1 %63, i64 %1, i64 0
  %65 = add i64 %52, %64
  %66 = getelementptr double, ptr %6, i64 %65
  %67 = load double, ptr %66, align 8
  %68 = fmul contract double %67, %67
  %69 = select i1 %63, i64 %4, i64 0
  %70 = add i64 %52, %69
  %71 = getelementptr double, ptr %7, i64 %70
  store double %68, ptr %71, align 8
  %72 = add i64 %62, %18
  %73 = add nsw i64 %40, -4
  %74 = icmp slt i64 %62, 0
  %75 = select i1 %74, i64 %1, i64 0
  %76 = add i64 %62, %75
  %77 = getelementptr double, ptr %6, i64 %76
  %78 = load double, ptr %77, align 8
  %79 = fmul contract double %78, %78
  %80 = select i1 %74, i64 %4, i64 0
  %81 = add i64 %62, %80
  %82 = getelementptr double, ptr %7, i64 %81
  store double %79, ptr %82, align 8
  %83 = icmp sgt i64 %40, 4
  br i1 %83, label %block2.i, label %"grid_stride$body.exit"

"grid_stride$body.exit":                          ; preds = %block2.i.prol.loopexit, %block2.i, %entry
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
