; Written by device.py from device.c.
@two_over_pi = internal unnamed_addr constant [21 x i64] [i64 0, i64 -6703182060581546711, i64 -277156292786332224, i64 -2638381946312093631, i64 -121206125134887583, i64 -5249950069107600672, i64 452944820249399836, i64 -135693905287338178, i64 -1692731182770600828, i64 -1613291254968254911, i64 4148332274289687028, i64 -7168499653074671557, i64 2303758334597371919, i64 -1211730484530615009, i64 7869616827067468215, i64 5712322887342352941, i64 8441921394348257659, i64 4397547296490951402, i64 7780917995555872008, i64 6197850593633725355, i64 -1094449336203069923], align 8

define dso_local double @sin(double noundef %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = tail call fastcc i32 @is_finite(double noundef %0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %8

6:                                                ; preds = %1
  %7 = fsub double %0, %0
  br label %16

8:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %9 = call fastcc i32 @reduce(double noundef %0, ptr noundef %2, ptr noundef %3)
  %10 = load double, ptr %2, align 8
  %11 = load double, ptr %3, align 8
  %12 = tail call fastcc double @of_quadrant(i32 noundef %9, double noundef %10, double noundef %11)
  %13 = fcmp olt double %0, 0.000000e+00
  %14 = fneg double %12
  %15 = select i1 %13, double %14, double %12
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %16

16:                                               ; preds = %8, %6
  %17 = phi double [ %15, %8 ], [ %7, %6 ]
  ret double %17
}

define internal fastcc range(i32 0, 2) i32 @is_finite(double noundef %0) unnamed_addr {
  %2 = tail call fastcc i64 @bits(double noundef %0)
  %3 = and i64 %2, 9218868437227405312
  %4 = icmp ne i64 %3, 9218868437227405312
  %5 = zext i1 %4 to i32
  ret i32 %5
}

declare void @llvm.lifetime.start.p0(ptr captures(none))

define internal fastcc range(i32 0, 5) i32 @reduce(double noundef %0, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %1, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %2) unnamed_addr {
  %4 = tail call fastcc i64 @bits(double noundef %0)
  %5 = lshr i64 %4, 52
  %6 = trunc nuw nsw i64 %5 to i32
  %7 = and i32 %6, 2047
  %8 = and i64 %4, 4503599627370495
  %9 = or disjoint i64 %8, 4503599627370496
  %10 = add nsw i32 %7, -1013
  %11 = zext nneg i64 %9 to i128
  %12 = add nsw i32 %7, -885
  %13 = tail call fastcc i64 @table_bits(i32 noundef %12)
  %14 = zext i64 %13 to i128
  %15 = mul nuw nsw i128 %11, %14
  %16 = add nsw i32 %7, -949
  %17 = tail call fastcc i64 @table_bits(i32 noundef %16)
  %18 = zext i64 %17 to i128
  %19 = mul nuw nsw i128 %11, %18
  %20 = lshr i128 %15, 64
  %21 = add nuw nsw i128 %20, %19
  %22 = tail call fastcc i64 @table_bits(i32 noundef %10)
  %23 = mul i64 %22, %9
  %24 = lshr i128 %21, 64
  %25 = trunc nuw nsw i128 %24 to i64
  %26 = add i64 %23, %25
  %27 = lshr i64 %26, 62
  %28 = trunc nuw nsw i64 %27 to i32
  %29 = zext i64 %26 to i128
  %30 = shl i128 %29, 66
  %31 = shl nuw nsw i128 %21, 2
  %32 = and i128 %31, 73786976294838206460
  %33 = trunc i128 %15 to i64
  %34 = lshr i64 %33, 62
  %35 = zext nneg i64 %34 to i128
  %36 = or disjoint i128 %32, %35
  %37 = or disjoint i128 %36, %30
  %38 = icmp slt i128 %30, 0
  %39 = sub i128 0, %37
  %40 = select i1 %38, i128 %39, i128 %37
  %41 = lshr i128 %30, 127
  %42 = trunc nuw nsw i128 %41 to i32
  %43 = add nuw nsw i32 %42, %28
  %44 = lshr i128 %40, 64
  %45 = trunc nuw i128 %44 to i64
  %46 = icmp eq i128 %44, 0
  %47 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %45, i1 true)
  %48 = trunc nuw nsw i64 %47 to i32
  %49 = select i1 %46, i32 64, i32 %48
  %50 = zext nneg i32 %49 to i128
  %51 = shl i128 %40, %50
  %52 = lshr i128 %51, 64
  %53 = trunc nuw i128 %52 to i64
  %54 = sub nuw nsw i32 970, %49
  %55 = zext nneg i32 %54 to i64
  %56 = shl nuw nsw i64 %55, 52
  %57 = tail call fastcc double @number(i64 noundef %56)
  %58 = lshr i64 %53, 11
  %59 = uitofp nneg i64 %58 to double
  %60 = fmul double %57, %59
  %61 = trunc i128 %51 to i64
  %62 = tail call i64 @llvm.fshl.i64(i64 %53, i64 %61, i64 53)
  %63 = uitofp i64 %62 to double
  %64 = fmul double %57, %63
  %65 = fmul double %64, 0x3BF0000000000000
  %66 = fmul double %60, 0x3FF921FB54442D18
  %67 = fneg double %66
  %68 = tail call double @llvm.fma.f64(double %60, double 0x3FF921FB54442D18, double %67)
  %69 = fmul double %65, 0x3FF921FB54442D18
  %70 = tail call double @llvm.fma.f64(double %60, double 0x3C91A62633145C07, double %69)
  %71 = fadd double %68, %70
  %72 = select i1 %38, double %67, double %66
  store double %72, ptr %1, align 8
  %73 = fneg double %71
  %74 = select i1 %38, double %73, double %71
  store double %74, ptr %2, align 8
  ret i32 %43
}

define internal fastcc double @of_quadrant(i32 noundef range(i32 0, 6) %0, double noundef %1, double noundef %2) unnamed_addr {
  %4 = and i32 %0, 1
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %3
  %7 = tail call fastcc double @cosine(double noundef %1, double noundef %2)
  br label %10

8:                                                ; preds = %3
  %9 = tail call fastcc double @sine(double noundef %1, double noundef %2)
  br label %10

10:                                               ; preds = %8, %6
  %11 = phi double [ %7, %6 ], [ %9, %8 ]
  %12 = and i32 %0, 2
  %13 = icmp eq i32 %12, 0
  %14 = fneg double %11
  %15 = select i1 %13, double %11, double %14
  ret double %15
}

declare void @llvm.lifetime.end.p0(ptr captures(none))

define dso_local double @cos(double noundef %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = tail call fastcc i32 @is_finite(double noundef %0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %8

6:                                                ; preds = %1
  %7 = fsub double %0, %0
  br label %14

8:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %9 = call fastcc i32 @reduce(double noundef %0, ptr noundef %2, ptr noundef %3)
  %10 = add nuw nsw i32 %9, 1
  %11 = load double, ptr %2, align 8
  %12 = load double, ptr %3, align 8
  %13 = tail call fastcc double @of_quadrant(i32 noundef %10, double noundef %11, double noundef %12)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %14

14:                                               ; preds = %8, %6
  %15 = phi double [ %13, %8 ], [ %7, %6 ]
  ret double %15
}

define dso_local double @tan(double noundef %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = tail call fastcc i32 @is_finite(double noundef %0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %8

6:                                                ; preds = %1
  %7 = fsub double %0, %0
  br label %26

8:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %9 = call fastcc i32 @reduce(double noundef %0, ptr noundef %2, ptr noundef %3)
  %10 = load double, ptr %2, align 8
  %11 = load double, ptr %3, align 8
  %12 = tail call fastcc double @sine(double noundef %10, double noundef %11)
  %13 = tail call fastcc double @cosine(double noundef %10, double noundef %11)
  %14 = and i32 %9, 1
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %19, label %16

16:                                               ; preds = %8
  %17 = fneg double %13
  %18 = fdiv double %17, %12
  br label %21

19:                                               ; preds = %8
  %20 = fdiv double %12, %13
  br label %21

21:                                               ; preds = %19, %16
  %22 = phi double [ %18, %16 ], [ %20, %19 ]
  %23 = fcmp olt double %0, 0.000000e+00
  %24 = fneg double %22
  %25 = select i1 %23, double %24, double %22
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %26

26:                                               ; preds = %21, %6
  %27 = phi double [ %25, %21 ], [ %7, %6 ]
  ret double %27
}

define internal fastcc double @sine(double noundef %0, double noundef %1) unnamed_addr {
  %3 = fmul double %0, %0
  %4 = tail call double @llvm.fma.f64(double %3, double 0x3CE952C77030AD4A, double 0xBD6AE7F3E733B81F)
  %5 = tail call double @llvm.fma.f64(double %4, double %3, double 0x3DE6124613A86D09)
  %6 = tail call double @llvm.fma.f64(double %5, double %3, double 0xBE5AE64567F544E4)
  %7 = tail call double @llvm.fma.f64(double %6, double %3, double 0x3EC71DE3A556C734)
  %8 = tail call double @llvm.fma.f64(double %7, double %3, double 0xBF2A01A01A01A01A)
  %9 = tail call double @llvm.fma.f64(double %8, double %3, double 0x3F81111111111111)
  %10 = tail call double @llvm.fma.f64(double %9, double %3, double 0xBFC5555555555555)
  %11 = fmul double %0, %3
  %12 = tail call double @llvm.fma.f64(double %3, double -5.000000e-01, double 1.000000e+00)
  %13 = fmul double %1, %12
  %14 = tail call double @llvm.fma.f64(double %11, double %10, double %13)
  %15 = fadd double %0, %14
  ret double %15
}

define internal fastcc double @cosine(double noundef %0, double noundef %1) unnamed_addr {
  %3 = fmul double %0, %0
  %4 = tail call double @llvm.fma.f64(double %3, double 0xBCA6827863B97D97, double 0x3D2AE7F3E733B81F)
  %5 = tail call double @llvm.fma.f64(double %4, double %3, double 0xBDA93974A8C07C9D)
  %6 = tail call double @llvm.fma.f64(double %5, double %3, double 0x3E21EED8EFF8D898)
  %7 = tail call double @llvm.fma.f64(double %6, double %3, double 0xBE927E4FB7789F5C)
  %8 = tail call double @llvm.fma.f64(double %7, double %3, double 0x3EFA01A01A01A01A)
  %9 = tail call double @llvm.fma.f64(double %8, double %3, double 0xBF56C16C16C16C17)
  %10 = tail call double @llvm.fma.f64(double %9, double %3, double 0x3FA5555555555555)
  %11 = fmul double %3, 5.000000e-01
  %12 = fsub double 1.000000e+00, %11
  %13 = fsub double 1.000000e+00, %12
  %14 = fsub double %13, %11
  %15 = fmul double %3, %3
  %16 = fneg double %0
  %17 = fmul double %1, %16
  %18 = tail call double @llvm.fma.f64(double %15, double %10, double %17)
  %19 = fadd double %14, %18
  %20 = fadd double %12, %19
  ret double %20
}

define dso_local float @sinf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @sin(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @cosf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @cos(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @tanf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @tan(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local noundef double @fmod(double noundef %0, double noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = tail call fastcc i64 @bits(double noundef %0)
  %6 = and i64 %5, 9223372036854775807
  %7 = tail call fastcc i64 @bits(double noundef %1)
  %8 = and i64 %7, 9223372036854775807
  %9 = and i64 %5, -9223372036854775808
  %10 = add nsw i64 %8, -9218868437227405313
  %11 = icmp ult i64 %10, -9218868437227405312
  %12 = icmp samesign ugt i64 %6, 9218868437227405311
  %13 = select i1 %11, i1 true, i1 %12
  br i1 %13, label %14, label %17

14:                                               ; preds = %2
  %15 = fmul double %0, %1
  %16 = fdiv double %15, %15
  br label %69

17:                                               ; preds = %2
  %18 = icmp samesign ult i64 %6, %8
  br i1 %18, label %69, label %19

19:                                               ; preds = %17
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %20 = call fastcc i64 @split(i64 noundef %6, ptr noundef %3)
  %21 = call fastcc i64 @split(i64 noundef %8, ptr noundef %4)
  %22 = load i32, ptr %3, align 4
  %23 = load i32, ptr %4, align 4
  %24 = sub nsw i32 %22, %23
  %25 = urem i64 %20, %21
  %26 = icmp sgt i32 %24, 0
  br i1 %26, label %30, label %27

27:                                               ; preds = %30, %19
  %28 = phi i64 [ %25, %19 ], [ %37, %30 ]
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %66, label %39

30:                                               ; preds = %19, %30
  %31 = phi i64 [ %37, %30 ], [ %25, %19 ]
  %32 = phi i32 [ %36, %30 ], [ %24, %19 ]
  %33 = tail call i32 @llvm.smin.i32(i32 %32, i32 11)
  %34 = zext nneg i32 %33 to i64
  %35 = shl i64 %31, %34
  %36 = sub nsw i32 %32, %33
  %37 = urem i64 %35, %21
  %38 = icmp sgt i32 %36, 0
  br i1 %38, label %30, label %27

39:                                               ; preds = %27
  %40 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %28, i1 true)
  %41 = trunc nuw nsw i64 %40 to i32
  %42 = add nsw i32 %41, -11
  %43 = sub nsw i32 %23, %42
  %44 = icmp sgt i32 %43, 0
  br i1 %44, label %45, label %53

45:                                               ; preds = %39
  %46 = zext nneg i32 %42 to i64
  %47 = shl i64 %28, %46
  %48 = and i64 %47, 4503599627370495
  %49 = zext nneg i32 %43 to i64
  %50 = shl i64 %49, 52
  %51 = or disjoint i64 %48, %50
  %52 = or i64 %51, %9
  br label %66

53:                                               ; preds = %39
  %54 = icmp sgt i32 %23, 0
  br i1 %54, label %55, label %59

55:                                               ; preds = %53
  %56 = add nsw i32 %23, -1
  %57 = zext nneg i32 %56 to i64
  %58 = shl i64 %28, %57
  br label %63

59:                                               ; preds = %53
  %60 = sub nsw i32 1, %23
  %61 = zext nneg i32 %60 to i64
  %62 = lshr i64 %28, %61
  br label %63

63:                                               ; preds = %59, %55
  %64 = phi i64 [ %58, %55 ], [ %62, %59 ]
  %65 = or i64 %64, %9
  br label %66

66:                                               ; preds = %27, %45, %63
  %67 = phi i64 [ %52, %45 ], [ %65, %63 ], [ %9, %27 ]
  %68 = tail call fastcc double @number(i64 noundef %67)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %69

69:                                               ; preds = %17, %66, %14
  %70 = phi double [ %16, %14 ], [ %68, %66 ], [ %0, %17 ]
  ret double %70
}

define internal fastcc noundef i64 @bits(double noundef %0) unnamed_addr {
  %2 = bitcast double %0 to i64
  ret i64 %2
}

define internal fastcc i64 @split(i64 noundef range(i64 1, 9218868437227405312) %0, ptr noundef nonnull writeonly captures(none) initializes((0, 4)) %1) unnamed_addr {
  %3 = lshr i64 %0, 52
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %12

5:                                                ; preds = %2
  %6 = tail call range(i64 12, 65) i64 @llvm.ctlz.i64(i64 %0, i1 true)
  %7 = trunc nuw nsw i64 %6 to i32
  %8 = add nuw nsw i64 %6, 4294967285
  %9 = sub nsw i32 12, %7
  store i32 %9, ptr %1, align 4
  %10 = and i64 %8, 4294967295
  %11 = shl i64 %0, %10
  br label %16

12:                                               ; preds = %2
  %13 = trunc nuw nsw i64 %3 to i32
  store i32 %13, ptr %1, align 4
  %14 = and i64 %0, 4503599627370495
  %15 = or disjoint i64 %14, 4503599627370496
  br label %16

16:                                               ; preds = %12, %5
  %17 = phi i64 [ %11, %5 ], [ %15, %12 ]
  ret i64 %17
}

define internal fastcc noundef double @number(i64 noundef %0) unnamed_addr {
  %2 = bitcast i64 %0 to double
  ret double %2
}

declare i64 @llvm.ctlz.i64(i64, i1 immarg)

define dso_local noundef double @remainder(double noundef %0, double noundef %1) {
  %3 = tail call fastcc i64 @bits(double noundef %0)
  %4 = and i64 %3, 9223372036854775807
  %5 = tail call fastcc double @number(i64 noundef %4)
  %6 = tail call fastcc i64 @bits(double noundef %1)
  %7 = and i64 %6, 9223372036854775807
  %8 = tail call fastcc double @number(i64 noundef %7)
  %9 = and i64 %3, -9223372036854775808
  %10 = fcmp ueq double %8, 0.000000e+00
  br i1 %10, label %14, label %11

11:                                               ; preds = %2
  %12 = tail call fastcc i32 @is_finite(double noundef %0)
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %17

14:                                               ; preds = %11, %2
  %15 = fmul double %0, %1
  %16 = fdiv double %15, %15
  br label %47

17:                                               ; preds = %11
  %18 = fcmp ugt double %8, 0x7FD0000000000000
  br i1 %18, label %22, label %19

19:                                               ; preds = %17
  %20 = fadd double %8, %8
  %21 = tail call double @fmod(double noundef %5, double noundef %20)
  br label %22

22:                                               ; preds = %19, %17
  %23 = phi double [ %21, %19 ], [ %5, %17 ]
  %24 = fcmp olt double %8, 0x20000000000000
  br i1 %24, label %25, label %34

25:                                               ; preds = %22
  %26 = fadd double %23, %23
  %27 = fcmp ogt double %26, %8
  br i1 %27, label %28, label %42

28:                                               ; preds = %25
  %29 = fsub double %23, %8
  %30 = fadd double %29, %29
  %31 = fcmp ult double %30, %8
  br i1 %31, label %42, label %32

32:                                               ; preds = %28
  %33 = fsub double %29, %8
  br label %42

34:                                               ; preds = %22
  %35 = fmul double %8, 5.000000e-01
  %36 = fcmp ogt double %23, %35
  br i1 %36, label %37, label %42

37:                                               ; preds = %34
  %38 = fsub double %23, %8
  %39 = fcmp ult double %38, %35
  br i1 %39, label %42, label %40

40:                                               ; preds = %37
  %41 = fsub double %38, %8
  br label %42

42:                                               ; preds = %34, %40, %37, %25, %32, %28
  %43 = phi double [ %33, %32 ], [ %29, %28 ], [ %23, %25 ], [ %41, %40 ], [ %38, %37 ], [ %23, %34 ]
  %44 = tail call fastcc i64 @bits(double noundef %43)
  %45 = xor i64 %44, %9
  %46 = tail call fastcc double @number(i64 noundef %45)
  br label %47

47:                                               ; preds = %42, %14
  %48 = phi double [ %16, %14 ], [ %46, %42 ]
  ret double %48
}

define dso_local noundef float @fmodf(float noundef %0, float noundef %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = tail call double @fmod(double noundef %3, double noundef %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define dso_local noundef float @remainderf(float noundef %0, float noundef %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = tail call double @remainder(double noundef %3, double noundef %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define dso_local noundef double @nextafter(double noundef %0, double noundef %1) {
  %3 = fcmp uno double %0, %1
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = fadd double %0, %1
  br label %23

6:                                                ; preds = %2
  %7 = fcmp oeq double %0, %1
  br i1 %7, label %23, label %8

8:                                                ; preds = %6
  %9 = fcmp oeq double %0, 0.000000e+00
  br i1 %9, label %10, label %15

10:                                               ; preds = %8
  %11 = tail call fastcc i64 @bits(double noundef %1)
  %12 = and i64 %11, -9223372036854775808
  %13 = or disjoint i64 %12, 1
  %14 = tail call fastcc double @number(i64 noundef %13)
  br label %23

15:                                               ; preds = %8
  %16 = tail call fastcc i64 @bits(double noundef %0)
  %17 = fcmp ogt double %1, %0
  %18 = fcmp ule double %0, 0.000000e+00
  %19 = xor i1 %18, %17
  %20 = select i1 %19, i64 1, i64 -1
  %21 = add i64 %16, %20
  %22 = tail call fastcc double @number(i64 noundef %21)
  br label %23

23:                                               ; preds = %10, %15, %6, %4
  %24 = phi double [ %5, %4 ], [ %1, %6 ], [ %14, %10 ], [ %22, %15 ]
  ret double %24
}

define dso_local noundef float @nextafterf(float noundef %0, float noundef %1) {
  %3 = fcmp uno float %0, %1
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = fadd float %0, %1
  br label %23

6:                                                ; preds = %2
  %7 = fcmp oeq float %0, %1
  br i1 %7, label %23, label %8

8:                                                ; preds = %6
  %9 = fcmp oeq float %0, 0.000000e+00
  br i1 %9, label %10, label %15

10:                                               ; preds = %8
  %11 = tail call fastcc i32 @bits_f(float noundef %1)
  %12 = and i32 %11, -2147483648
  %13 = or disjoint i32 %12, 1
  %14 = tail call fastcc float @number_f(i32 noundef %13)
  br label %23

15:                                               ; preds = %8
  %16 = tail call fastcc i32 @bits_f(float noundef %0)
  %17 = fcmp ogt float %1, %0
  %18 = fcmp ule float %0, 0.000000e+00
  %19 = xor i1 %18, %17
  %20 = select i1 %19, i32 1, i32 -1
  %21 = add i32 %16, %20
  %22 = tail call fastcc float @number_f(i32 noundef %21)
  br label %23

23:                                               ; preds = %10, %15, %6, %4
  %24 = phi float [ %5, %4 ], [ %1, %6 ], [ %14, %10 ], [ %22, %15 ]
  ret float %24
}

define internal fastcc noundef i32 @bits_f(float noundef %0) unnamed_addr {
  %2 = bitcast float %0 to i32
  ret i32 %2
}

define internal fastcc noundef float @number_f(i32 noundef %0) unnamed_addr {
  %2 = bitcast i32 %0 to float
  ret float %2
}

define internal fastcc i64 @table_bits(i32 noundef range(i32 -1013, 1163) %0) unnamed_addr {
  %2 = lshr i32 %0, 6
  %3 = and i32 %0, 63
  %4 = zext nneg i32 %2 to i64
  %5 = getelementptr inbounds nuw i64, ptr @two_over_pi, i64 %4
  %6 = load i64, ptr %5, align 8
  %7 = zext nneg i32 %3 to i64
  %8 = shl i64 %6, %7
  %9 = icmp eq i32 %3, 0
  br i1 %9, label %17, label %10

10:                                               ; preds = %1
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = sub nuw nsw i32 64, %3
  %14 = zext nneg i32 %13 to i64
  %15 = lshr i64 %12, %14
  %16 = or i64 %15, %8
  br label %17

17:                                               ; preds = %1, %10
  %18 = phi i64 [ %16, %10 ], [ %8, %1 ]
  ret i64 %18
}

declare double @llvm.fma.f64(double, double, double)

declare i64 @llvm.fshl.i64(i64, i64, i64)

declare i32 @llvm.smin.i32(i32, i32)
