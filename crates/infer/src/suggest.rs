//! "did you mean": the known name that is nearest to a misspelled one.

/// The candidate with the smallest edit distance, when that is small for the name's length.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = name.len().div_ceil(3).min(3);
    candidates
        .filter(|c| c.len().abs_diff(name.len()) <= limit)
        .map(|c| (distance(name, c), c))
        .filter(|(d, _)| *d > 0 && *d <= limit)
        .min()
        .map(|(_, c)| c)
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn suggestions() {
        assert_eq!(closest("shpae", ["shape", "size"].into_iter()), Some("shape"));
        assert_eq!(closest("zeroes", ["zeros", "ones"].into_iter()), Some("zeros"));
        assert_eq!(closest("quux", ["zeros", "ones"].into_iter()), None);
    }
}
