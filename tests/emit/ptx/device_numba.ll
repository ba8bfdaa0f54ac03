; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define noundef i32 @scaled_numba(ptr writeonly captures(none) initializes((0, 4)) %0, float %1, i8 %2) local_unnamed_addr #0 {
entry:
  %3 = trunc i8 %2 to i1
  %4 = fmul contract float %1, %1
  %5 = select contract i1 %3, float %4, float %1
  store float %5, ptr %0, align 4
  ret i32 0
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) }
