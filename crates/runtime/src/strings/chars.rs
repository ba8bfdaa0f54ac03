//! Text of a fixed length in the memory of arrays and records: `U5` has four bytes a character, `S3` one. What is not used is zero, and
//! memory need not be aligned.

use super::entries::write;
use super::{Made, Text};

/// The string in so many characters' memory, without the zeros at its end.
///
/// # Safety
/// `place` has that memory; the last pointers take the leaves of a string.
pub unsafe extern "C" fn chars_read(
    place: *mut u8,
    length: i64,
    width: i32,
    owner: *mut *mut u8,
    data: *mut *mut u8,
    out_length: *mut i64,
    out_width: *mut i32,
) -> i32 {
    // SAFETY: promised by the caller.
    let bytes = unsafe { std::slice::from_raw_parts(place, length as usize * width as usize) };
    let made = || match width {
        1 => Made::of_latin(used(bytes, |byte| *byte == 0)),
        _ => {
            let (points, _) = bytes.as_chunks::<4>();
            Made::of_points(used(points, |point| *point == [0; 4]).iter().map(|point| u32::from_ne_bytes(*point)))
        }
    };
    write(made, [owner, data], out_length, out_width)
}

/// The items before the zeros at the end.
fn used<T>(items: &[T], is_zero: impl Fn(&T) -> bool) -> &[T] {
    let count = items.iter().rposition(|item| !is_zero(item)).map_or(0, |last| last + 1);
    &items[..count]
}

/// Writes a string into so many characters' memory.
///
/// # Safety
/// `place` has that memory, and the string's leaves are those of a live one.
pub unsafe extern "C" fn chars_write(
    place: *mut u8,
    length: i64,
    width: i32,
    owner: *mut u8,
    data: *mut u8,
    count: i64,
    from_width: i32,
) {
    // SAFETY: promised by the caller.
    let (target, text) = unsafe {
        let bytes = length as usize * width as usize;
        (std::slice::from_raw_parts_mut(place, bytes), Text::new(owner, data, count, from_width))
    };
    let mut points = text.points.iter();
    for unit in target.chunks_exact_mut(width as usize) {
        let point = points.next().unwrap_or(0).to_ne_bytes();
        match unit {
            [byte] => *byte = u32::from_ne_bytes(point) as u8,
            unit => unit.copy_from_slice(&point),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    fn read(bytes: &[u8], width: i32) -> String {
        let (mut owner, mut data, mut length, mut got) = (ptr::null_mut(), ptr::null_mut(), 0, 0);
        // SAFETY: the memory is that of the slice, the cells are there, and the leaves are those that were written.
        unsafe {
            let characters = bytes.len() as i64 / i64::from(width);
            chars_read(
                bytes.as_ptr().cast_mut(),
                characters,
                width,
                &raw mut owner,
                &raw mut data,
                &raw mut length,
                &raw mut got,
            );
            let text = Text::new(owner, data, length, got);
            let found = text.points.iter().filter_map(char::from_u32).collect();
            crate::memory::release(owner);
            found
        }
    }

    fn written(text: &str, length: i64, width: i32) -> Vec<u8> {
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        let mut memory = vec![7; length as usize * width as usize];
        let data = points.as_ptr().cast_mut().cast();
        // SAFETY: the string is the vector, and the memory has this length.
        unsafe { chars_write(memory.as_mut_ptr(), length, width, ptr::null_mut(), data, points.len() as i64, 4) };
        memory
    }

    #[test]
    fn zeros_at_the_end_are_no_text() {
        assert_eq!(read(b"a\0b\0\0", 1), "a\0b");
        assert_eq!(read(b"\0\0", 1), "");
        assert_eq!(read(&[0xe9], 1), "é");
        assert_eq!(read(&written("añ😀", 5, 4), 4), "añ😀");
    }

    #[test]
    fn longer_text_is_cut_off() {
        assert_eq!(written("abc", 2, 1), b"ab");
        assert_eq!(written("a", 3, 1), b"a\0\0");
        assert_eq!(read(&written("abc", 2, 4), 4), "ab");
    }
}
