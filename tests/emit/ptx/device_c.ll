; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define float @scaled(float %0, i8 %1) local_unnamed_addr #0 {
entry:
  %2 = trunc i8 %1 to i1
  %3 = fmul contract float %0, %0
  %4 = select contract i1 %2, float %3, float %0
  ret float %4
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) }
