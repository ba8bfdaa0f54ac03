//! Dividing numbers by two limits in whole vectors, on processors with AVX-512, which store the chosen numbers of a vector next to
//! each other.

#[cfg(target_arch = "x86_64")]
use super::division::LANES;
use super::division::{Division, Limits, Targets, one_by_one};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// For each type how it is divided: the names of that and of a function, the numbers of a vector, and the instructions that load one, fill
/// one, compare two, compress and store one, and store its first ones.
macro_rules! lanes {
    ($($division:ident $name:ident $ty:ident $count:literal $load:ident $fill:ident $less:expr, $compress:ident $store:ident $store_some:ident;)*) => {$(
        pub const $division: Division<$ty> = Division { all: $name::<true>, between: $name::<false> };

        /// As [`one_by_one`].
        ///
        /// # Safety
        /// As there.
        unsafe fn $name<const ALL: bool>(
            values: *const [$ty],
            limits: Limits<$ty>,
            targets: &Targets<$ty>,
        ) -> [usize; 3] {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f")]
            unsafe fn wide<const ALL: bool>(
                values: *const [$ty],
                limits: Limits<$ty>,
                targets: &Targets<$ty>,
            ) -> [usize; 3] {
                const { assert!($count <= LANES) };
                let (start, whole) = (values.cast::<$ty>(), values.len() / $count * $count);
                let every = u16::MAX >> (16 - $count);
                let has = |limit: Option<$ty>| if limit.is_some() { every } else { 0 };
                let (has_low, has_high) = (has(limits.low), has(limits.high));
                let (low, high) = ($fill(limits.low.unwrap_or_default()), $fill(limits.high.unwrap_or_default()));
                let (mut less, mut among, mut more) = (0, 0, 0);
                for k in (0..whole).step_by($count) {
                    // SAFETY: promised by the caller: a vector is within the values, and there is room for one behind each kind.
                    unsafe {
                        let x = $load(start.add(k));
                        let is_below = u16::from($less(x, low)) & has_low;
                        let is_above = u16::from($less(high, x)) & has_high;
                        let is_between = every & !(is_below | is_above);
                        if ALL {
                            let next = is_above.count_ones();
                            more += next as usize;
                            $store(targets.below.add(less), $compress(is_below as _, x));
                            $store_some(targets.above.sub(more), ((1_u32 << next) - 1) as _, $compress(is_above as _, x));
                        }
                        $store(targets.between.add(among), $compress(is_between as _, x));
                        less += is_below.count_ones() as usize;
                        among += is_between.count_ones() as usize;
                    }
                }
                // SAFETY: what is left is within the values, and goes behind what is stored.
                unsafe {
                    let rest = std::ptr::slice_from_raw_parts(start.add(whole), values.len() - whole);
                    let [below, between, above] = one_by_one::<$ty, ALL>(rest, limits, &targets.behind([less, among, more]));
                    [less + below, among + between, whole - less - among + above]
                }
            }
            #[cfg(target_arch = "x86_64")]
            if std::is_x86_feature_detected!("avx512f") {
                // SAFETY: the processor has the instructions; the rest is promised by the caller.
                return unsafe { wide::<ALL>(values, limits, targets) };
            }
            // SAFETY: promised by the caller.
            unsafe { one_by_one::<$ty, ALL>(values, limits, targets) }
        }
    )*};
}

lanes! {
    OF_F64 of_f64 f64 8 _mm512_loadu_pd _mm512_set1_pd _mm512_cmp_pd_mask::<_CMP_LT_OQ>, _mm512_maskz_compress_pd _mm512_storeu_pd _mm512_mask_storeu_pd;
    OF_F32 of_f32 f32 16 _mm512_loadu_ps _mm512_set1_ps _mm512_cmp_ps_mask::<_CMP_LT_OQ>, _mm512_maskz_compress_ps _mm512_storeu_ps _mm512_mask_storeu_ps;
    OF_I64 of_i64 i64 8 _mm512_loadu_epi64 _mm512_set1_epi64 _mm512_cmplt_epi64_mask, _mm512_maskz_compress_epi64 _mm512_storeu_epi64 _mm512_mask_storeu_epi64;
    OF_I32 of_i32 i32 16 _mm512_loadu_epi32 _mm512_set1_epi32 _mm512_cmplt_epi32_mask, _mm512_maskz_compress_epi32 _mm512_storeu_epi32 _mm512_mask_storeu_epi32;
}
