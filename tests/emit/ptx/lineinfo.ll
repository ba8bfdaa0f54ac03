; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define ptx_kernel void @lineinfo(ptr addrspace(1) writeonly captures(none) %0, i64 %1, i64 %2) local_unnamed_addr #1 !dbg !4 {
entry:
  %3 = addrspacecast ptr addrspace(1) %0 to ptr, !dbg !7
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !8
  %5 = zext nneg i32 %4 to i64, !dbg !8
  %6 = mul nuw nsw i32 %4, %4, !dbg !11
  %7 = zext nneg i32 %6 to i64, !dbg !11
  %8 = getelementptr inbounds nuw i64, ptr %3, i64 %5, !dbg !14
  store i64 %7, ptr %8, align 8, !dbg !14
  ret void, !dbg !7
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}

!0 = !{i32 2, !"Dwarf Version", i32 4}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_Python, file: !3, producer: "coluber", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false)
!3 = !DIFile(filename: "emit.py", directory: "")
!4 = distinct !DISubprogram(name: "lineinfo", scope: !3, file: !3, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 3, scope: !4)
!8 = !DILocation(line: 4, column: 9, scope: !9, inlinedAt: !10)
!9 = distinct !DISubprogram(name: "lineinfo", scope: !3, file: !3, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!10 = distinct !DILocation(line: 3, scope: !4)
!11 = !DILocation(line: 11, column: 5, scope: !12, inlinedAt: !13)
!12 = distinct !DISubprogram(name: "square", scope: !3, file: !3, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!13 = distinct !DILocation(line: 5, column: 9, scope: !9, inlinedAt: !10)
!14 = !DILocation(line: 6, column: 5, scope: !9, inlinedAt: !10)
