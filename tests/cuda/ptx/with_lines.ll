; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define ptx_kernel void @with_lines(ptr addrspace(1) writeonly captures(none) %0, i64 %1, i64 %2, i32 %3) local_unnamed_addr #1 !dbg !4 {
entry:
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %5 = zext nneg i32 %4 to i64, !dbg !7
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !7
  %7 = zext nneg i32 %6 to i64, !dbg !7
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !7
  %9 = zext nneg i32 %8 to i64, !dbg !7
  %10 = mul nuw nsw i64 %5, %7, !dbg !7
  %11 = add nuw nsw i64 %10, %9, !dbg !7
  %12 = icmp slt i64 %11, %1, !dbg !10
  br i1 %12, label %block1.i, label %"with_lines$body.exit", !dbg !10

block1.i:                                         ; preds = %entry
  %13 = addrspacecast ptr addrspace(1) %0 to ptr, !dbg !11
  %14 = getelementptr inbounds nuw i32, ptr %13, i64 %11
  %15 = trunc i64 %11 to i32
  %16 = mul i32 %3, %15
  store i32 %16, ptr %14, align 4, !dbg !12
  br label %"with_lines$body.exit", !dbg !12

"with_lines$body.exit":                           ; preds = %entry, %block1.i
  ret void, !dbg !11
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}

!0 = !{i32 2, !"Dwarf Version", i32 4}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_Python, file: !3, producer: "coluber", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false)
!4 = distinct !DISubprogram(name: "with_lines", scope: !3, file: !3, line: 400, type: !5, scopeLine: 400, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 402, column: 9, scope: !8, inlinedAt: !9)
!8 = distinct !DISubprogram(name: "with_lines", scope: !3, file: !3, line: 400, type: !5, scopeLine: 400, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!9 = distinct !DILocation(line: 400, scope: !4)
!10 = !DILocation(line: 403, column: 8, scope: !8, inlinedAt: !9)
!11 = !DILocation(line: 400, scope: !4)
!12 = !DILocation(line: 404, column: 9, scope: !8, inlinedAt: !9)
