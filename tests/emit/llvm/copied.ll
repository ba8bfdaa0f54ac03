; Function Attrs: nounwind
define internal { i32, double } @copy(ptr %a, ptr %a1, i64 %a2, i64 %a3, ptr %b, ptr %b4, i64 %b5, i64 %b6, ptr %at, ptr %at7, i64 %at8, i64 %at9, i64 %i) #0 {
prologue:
  br label %block0

block0:                                           ; preds = %prologue
  %0 = getelementptr inbounds nuw i64, ptr %at7, i64 %i
  %1 = load i64, ptr %0, align 8
  %2 = getelementptr inbounds nuw double, ptr %a1, i64 %1
  %3 = load i64, ptr %2, align 8
  %4 = getelementptr inbounds nuw double, ptr %a1, i64 %i
  store i64 %3, ptr %4, align 8
  %5 = getelementptr inbounds nuw [2 x float], ptr %b4, i64 %1
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 4
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds nuw [2 x float], ptr %b4, i64 %i
  store i32 %6, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 4
  store i32 %8, ptr %10, align 4
  %11 = load double, ptr %4, align 8
  store double %11, ptr %2, align 8
  %12 = load double, ptr %2, align 8
  store double %12, ptr %4, align 8
  %mrv = insertvalue { i32, double } { i32 0, double poison }, double %12, 1
  ret { i32, double } %mrv
}

attributes #0 = { nounwind }
