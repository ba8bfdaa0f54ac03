//! Numbers of the program's containers in machine code: another process has other numbers for the same ones.

use coluber_infer::{SHARED_CALL, SHARED_DIGITS};

/// The numbers that stand in an object, with their places.
fn places(object: &[u8]) -> impl Iterator<Item = (usize, u32)> + '_ {
    let starts = memchr::memmem::find_iter(object, SHARED_CALL).map(|found| found + SHARED_CALL.len());
    starts.filter_map(|start| {
        let digits = std::str::from_utf8(object.get(start..start + SHARED_DIGITS)?).ok()?;
        Some((start, digits.parse().ok()?))
    })
}

/// Whether an object has only these numbers in it.
pub(super) fn are_known(object: &[u8], known: &[u32]) -> bool {
    places(object).all(|(_, number)| known.contains(&number))
}

/// The object with the numbers of this process, which stand in the order of those that it has; None where one has none.
pub(super) fn renumbered(mut object: Vec<u8>, had: &[u32], present: &[u32]) -> Option<Vec<u8>> {
    let found: Vec<(usize, u32)> = places(&object).collect();
    for (start, number) in found {
        let place = had.iter().position(|&known| known == number)?;
        let digits = format!("{:0SHARED_DIGITS$}", present.get(place)?);
        object[start..start + SHARED_DIGITS].copy_from_slice(digits.as_bytes());
    }
    Some(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(numbers: &[u32]) -> Vec<u8> {
        let names = numbers.iter().map(|number| format!("\0{SHARED_CALL}{number:0SHARED_DIGITS$}"));
        names.collect::<String>().into_bytes()
    }

    #[test]
    fn numbers_change_places_at_once() {
        let changed = renumbered(object(&[3, 7, 3]), &[3, 7], &[7, 3]).unwrap();
        assert_eq!(changed, object(&[7, 3, 7]));
        assert_eq!(renumbered(object(&[3, 7]), &[3, 7], &[4]), None);
        assert_eq!(renumbered(object(&[]), &[], &[]), Some(Vec::new()));
    }

    #[test]
    fn a_number_that_was_not_met_is_found() {
        assert!(are_known(&object(&[1, 2]), &[2, 1]));
        assert!(!are_known(&object(&[1, 2]), &[1]));
    }
}
