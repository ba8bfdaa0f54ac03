; Function Attrs: nounwind
define internal { i32, i32 } @c(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7) #0 {
prologue:
  br label %block0

block0:                                           ; preds = %prologue
  %8 = mul nuw nsw i64 %6, %3
  %9 = add nuw nsw i64 %8, %7
  %10 = getelementptr inbounds nuw i32, ptr %1, i64 %9
  %11 = load i32, ptr %10, align 4
  %mrv = insertvalue { i32, i32 } { i32 0, i32 poison }, i32 %11, 1
  ret { i32, i32 } %mrv
}

; Function Attrs: nounwind
define internal { i32, i1 } @f(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7) #0 {
prologue:
  br label %block0

block0:                                           ; preds = %prologue
  %8 = mul nuw nsw i64 %7, %2
  %9 = add nuw nsw i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 %9
  %11 = load i8, ptr %10, align 1
  %12 = icmp ne i8 %11, 0
  %mrv = insertvalue { i32, i1 } { i32 0, i1 poison }, i1 %12, 1
  ret { i32, i1 } %mrv
}

; Function Attrs: nounwind
define internal { i32, double, double } @a(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7) #0 {
prologue:
  br label %block0

block0:                                           ; preds = %prologue
  %8 = mul nsw i64 %6, %4
  %9 = mul nsw i64 %7, %5
  %10 = add nsw i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %1, i64 %10
  %12 = load double, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %14 = load double, ptr %13, align 8
  %mrv = insertvalue { i32, double, double } { i32 0, double poison, double poison }, double %12, 1
  %mrv1 = insertvalue { i32, double, double } %mrv, double %14, 2
  ret { i32, double, double } %mrv1
}

attributes #0 = { nounwind }
