; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @nbody(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, ptr addrspace(1) writeonly captures(none) %5, i64 %6, i64 %7, i64 %8, i64 %9) local_unnamed_addr #2 {
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
  %20 = icmp slt i64 %19, %1
  br i1 %20, label %block3.i.lr.ph, label %"nbody$body.exit"

block3.i.lr.ph:                                   ; preds = %entry
  %21 = mul nuw nsw i64 %2, %19
  %22 = getelementptr inbounds nuw float, ptr %10, i64 %21
  %23 = load float, ptr %22, align 4
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 4
  %25 = load float, ptr %24, align 4
  %26 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %27 = load float, ptr %26, align 4
  %xtraiter = and i64 %1, 1
  %28 = icmp eq i64 %1, 1
  br i1 %28, label %block3.i.epil.preheader, label %block3.i.lr.ph.new

block3.i.lr.ph.new:                               ; preds = %block3.i.lr.ph
  %unroll_iter = and i64 %1, -2
  br label %block3.i

block3.i:                                         ; preds = %block3.i, %block3.i.lr.ph.new
  %29 = phi i64 [ 0, %block3.i.lr.ph.new ], [ %56, %block3.i ]
  %fz.i3 = phi float [ 0.000000e+00, %block3.i.lr.ph.new ], [ %81, %block3.i ]
  %fy.i2 = phi float [ 0.000000e+00, %block3.i.lr.ph.new ], [ %79, %block3.i ]
  %fx.i1 = phi float [ 0.000000e+00, %block3.i.lr.ph.new ], [ %77, %block3.i ]
  %niter = phi i64 [ 0, %block3.i.lr.ph.new ], [ %niter.next.1, %block3.i ]
  %30 = or disjoint i64 %29, 1
  %31 = mul nuw nsw i64 %29, %2
  %32 = getelementptr inbounds nuw float, ptr %10, i64 %31
  %33 = load float, ptr %32, align 4
  %34 = fsub contract float %33, %23
  %35 = getelementptr inbounds nuw i8, ptr %32, i64 4
  %36 = load float, ptr %35, align 4
  %37 = fsub contract float %36, %25
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 8
  %39 = load float, ptr %38, align 4
  %40 = fsub contract float %39, %27
  %41 = fmul contract float %34, %34
  %42 = fmul contract float %37, %37
  %43 = fadd contract float %41, %42
  %44 = fmul contract float %40, %40
  %45 = fadd contract float %43, %44
  %46 = fadd contract float %45, 0x3EB0C6F7A0000000
  %47 = tail call contract float @llvm.sqrt.f32(float %46)
  %48 = fmul contract float %46, %47
  %49 = fdiv contract float 1.000000e+00, %48
  %50 = fmul contract float %34, %49
  %51 = fadd contract float %fx.i1, %50
  %52 = fmul contract float %37, %49
  %53 = fadd contract float %fy.i2, %52
  %54 = fmul contract float %40, %49
  %55 = fadd contract float %fz.i3, %54
  %56 = add nuw nsw i64 %29, 2
  %57 = mul nuw nsw i64 %30, %2
  %58 = getelementptr inbounds nuw float, ptr %10, i64 %57
  %59 = load float, ptr %58, align 4
  %60 = fsub contract float %59, %23
  %61 = getelementptr inbounds nuw i8, ptr %58, i64 4
  %62 = load float, ptr %61, align 4
  %63 = fsub contract float %62, %25
  %64 = getelementptr inbounds nuw i8, ptr %58, i64 8
  %65 = load float, ptr %64, align 4
  %66 = fsub contract float %65, %27
  %67 = fmul contract float %60, %60
  %68 = fmul contract float %63, %63
  %69 = fadd contract float %67, %68
  %70 = fmul contract float %66, %66
  %71 = fadd contract float %69, %70
  %72 = fadd contract float %71, 0x3EB0C6F7A0000000
  %73 = tail call contract float @llvm.sqrt.f32(float %72)
  %74 = fmul contract float %72, %73
  %75 = fdiv contract float 1.000000e+00, %74
  %76 = fmul contract float %60, %75
  %77 = fadd contract float %51, %76
  %78 = fmul contract float %63, %75
  %79 = fadd contract float %53, %78
  %80 = fmul contract float %66, %75
  %81 = fadd contract float %55, %80
  %niter.next.1 = add i64 %niter, 2
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %block4.i.unr-lcssa, label %block3.i

block4.i.unr-lcssa:                               ; preds = %block3.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %block4.i, label %block3.i.epil.preheader

block3.i.epil.preheader:                          ; preds = %block4.i.unr-lcssa, %block3.i.lr.ph
  %.epil.init = phi i64 [ 0, %block3.i.lr.ph ], [ %56, %block4.i.unr-lcssa ]
  %fz.i3.epil.init = phi float [ 0.000000e+00, %block3.i.lr.ph ], [ %81, %block4.i.unr-lcssa ]
  %fy.i2.epil.init = phi float [ 0.000000e+00, %block3.i.lr.ph ], [ %79, %block4.i.unr-lcssa ]
  %fx.i1.epil.init = phi float [ 0.000000e+00, %block3.i.lr.ph ], [ %77, %block4.i.unr-lcssa ]
  %lcmp.mod18 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod18)
  %82 = mul nuw nsw i64 %.epil.init, %2
  %83 = getelementptr inbounds nuw float, ptr %10, i64 %82
  %84 = load float, ptr %83, align 4
  %85 = fsub contract float %84, %23
  %86 = getelementptr inbounds nuw i8, ptr %83, i64 4
  %87 = load float, ptr %86, align 4
  %88 = fsub contract float %87, %25
  %89 = getelementptr inbounds nuw i8, ptr %83, i64 8
  %90 = load float, ptr %89, align 4
  %91 = fsub contract float %90, %27
  %92 = fmul contract float %85, %85
  %93 = fmul contract float %88, %88
  %94 = fadd contract float %92, %93
  %95 = fmul contract float %91, %91
  %96 = fadd contract float %94, %95
  %97 = fadd contract float %96, 0x3EB0C6F7A0000000
  %98 = tail call contract float @llvm.sqrt.f32(float %97)
  %99 = fmul contract float %97, %98
  %100 = fdiv contract float 1.000000e+00, %99
  %101 = fmul contract float %85, %100
  %102 = fadd contract float %fx.i1.epil.init, %101
  %103 = fmul contract float %88, %100
  %104 = fadd contract float %fy.i2.epil.init, %103
  %105 = fmul contract float %91, %100
  %106 = fadd contract float %fz.i3.epil.init, %105
  br label %block4.i

block4.i:                                         ; preds = %block4.i.unr-lcssa, %block3.i.epil.preheader
  %.lcssa14 = phi float [ %77, %block4.i.unr-lcssa ], [ %102, %block3.i.epil.preheader ]
  %.lcssa13 = phi float [ %79, %block4.i.unr-lcssa ], [ %104, %block3.i.epil.preheader ]
  %.lcssa = phi float [ %81, %block4.i.unr-lcssa ], [ %106, %block3.i.epil.preheader ]
  %107 = mul nuw nsw i64 %7, %19
  %108 = getelementptr inbounds nuw float, ptr %11, i64 %107
  store float %.lcssa14, ptr %108, align 4
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 4
  store float %.lcssa13, ptr %109, align 4
  %110 = getelementptr inbounds nuw i8, ptr %108, i64 8
  store float %.lcssa, ptr %110, align 4
  br label %"nbody$body.exit"

"nbody$body.exit":                                ; preds = %entry, %block4.i
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #3

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
