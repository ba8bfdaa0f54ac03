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

/// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(x != y);
            let mut best = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn suggestions() {
        assert_eq!(closest("shpae", ["shape", "size"].into_iter()), Some("shape"));
        assert_eq!(closest("zeroes", ["zeros", "ones"].into_iter()), Some("zeros"));
        assert_eq!(closest("lne", ["len", "min"].into_iter()), Some("len"));
        assert_eq!(closest("quux", ["zeros", "ones"].into_iter()), None);
    }
}
