; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @divergent_loop(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2, i32 %3) local_unnamed_addr #1 {
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
  %13 = getelementptr inbounds nuw i32, ptr %4, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = sext i32 %3 to i64
  %16 = icmp ne i32 %14, 1
  %17 = icmp sgt i32 %3, 0
  %or.cond.i1 = select i1 %16, i1 %17, i1 false
  br i1 %or.cond.i1, label %block3.i.preheader, label %"divergent_loop$body.exit"

block3.i.preheader:                               ; preds = %entry
  %18 = sext i32 %14 to i64
  br label %block3.i

block3.i:                                         ; preds = %block3.i.preheader, %block6.i
  %steps.i3 = phi i64 [ %24, %block6.i ], [ 0, %block3.i.preheader ]
  %n.i2 = phi i64 [ %n1.i, %block6.i ], [ %18, %block3.i.preheader ]
  %19 = and i64 %n.i2, 1
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %block4.i, label %block5.i

block4.i:                                         ; preds = %block3.i
  %21 = ashr exact i64 %n.i2, 1
  br label %block6.i

block5.i:                                         ; preds = %block3.i
  %22 = mul i64 %n.i2, 3
  %23 = add i64 %22, 1
  br label %block6.i

block6.i:                                         ; preds = %block5.i, %block4.i
  %n1.i = phi i64 [ %21, %block4.i ], [ %23, %block5.i ]
  %24 = add nuw nsw i64 %steps.i3, 1
  %25 = icmp ne i64 %n1.i, 1
  %26 = icmp slt i64 %24, %15
  %or.cond.i = select i1 %25, i1 %26, i1 false
  br i1 %or.cond.i, label %block3.i, label %"divergent_loop$body.exit.loopexit"

"divergent_loop$body.exit.loopexit":              ; preds = %block6.i
  %27 = trunc i64 %24 to i32
  br label %"divergent_loop$body.exit"

"divergent_loop$body.exit":                       ; preds = %"divergent_loop$body.exit.loopexit", %entry
  %steps.i.lcssa = phi i32 [ 0, %entry ], [ %27, %"divergent_loop$body.exit.loopexit" ]
  store i32 %steps.i.lcssa, ptr %13, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
