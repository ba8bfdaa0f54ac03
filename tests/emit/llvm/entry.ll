; Function Attrs: nounwind
define internal { i32, i8, i1, float, i16 } @f(i8 %0, i1 %1, float %2, i16 %3) #0 {
prologue:
  br label %block0

block0:                                           ; preds = %prologue
  %mrv = insertvalue { i32, i8, i1, float, i16 } { i32 0, i8 poison, i1 poison, float poison, i16 poison }, i8 %0, 1
  %mrv1 = insertvalue { i32, i8, i1, float, i16 } %mrv, i1 %1, 2
  %mrv2 = insertvalue { i32, i8, i1, float, i16 } %mrv1, float %2, 3
  %mrv3 = insertvalue { i32, i8, i1, float, i16 } %mrv2, i16 %3, 4
  ret { i32, i8, i1, float, i16 } %mrv3
}

; Function Attrs: nounwind
define i32 @"f$entry"(ptr noalias readonly %0, ptr noalias %1) #0 {
entry:
  %2 = getelementptr inbounds nuw i64, ptr %0, i64 0
  %3 = load i8, ptr %2, align 8
  %4 = getelementptr inbounds nuw i64, ptr %0, i64 1
  %5 = load i8, ptr %4, align 8
  %6 = trunc i8 %5 to i1
  %7 = getelementptr inbounds nuw i64, ptr %0, i64 2
  %8 = load float, ptr %7, align 8
  %9 = getelementptr inbounds nuw i64, ptr %0, i64 3
  %10 = load i16, ptr %9, align 8
  %11 = call { i32, i8, i1, float, i16 } @f(i8 %3, i1 %6, float %8, i16 %10)
  %12 = extractvalue { i32, i8, i1, float, i16 } %11, 1
  %13 = sext i8 %12 to i64
  %14 = getelementptr inbounds nuw i64, ptr %1, i64 0
  store i64 %13, ptr %14, align 8
  %15 = extractvalue { i32, i8, i1, float, i16 } %11, 2
  %16 = zext i1 %15 to i64
  %17 = getelementptr inbounds nuw i64, ptr %1, i64 1
  store i64 %16, ptr %17, align 8
  %18 = extractvalue { i32, i8, i1, float, i16 } %11, 3
  %19 = bitcast float %18 to i32
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i64, ptr %1, i64 2
  store i64 %20, ptr %21, align 8
  %22 = extractvalue { i32, i8, i1, float, i16 } %11, 4
  %23 = zext i16 %22 to i64
  %24 = getelementptr inbounds nuw i64, ptr %1, i64 3
  store i64 %23, ptr %24, align 8
  %25 = extractvalue { i32, i8, i1, float, i16 } %11, 0
  ret i32 %25
}

attributes #0 = { nounwind }
