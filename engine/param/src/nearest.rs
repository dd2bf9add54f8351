//! The nearest valid name to a misspelt one.

/// Most letters of a name that is compared.
const LONGEST: usize = 128;

/// The candidate closest to `name` by edit distance, ignoring case; the earlier one at a tie.
/// `None` when nothing is close: more than a third of the letters would have to change.
///
/// Costs the product of the two lengths for candidates of about the same length, and nothing for others. Names longer than
/// [`LONGEST`] letters have no neighbours: nobody misspells those.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST * 4 {
        return None;
    }
    let letters = name.chars().count();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == name {
            return Some(candidate);
        }
        let others = candidate.chars().take(LONGEST + 1).count();
        let longest = letters.max(others);
        if longest > LONGEST || letters.abs_diff(others) * 3 > longest.max(3) {
            continue;
        }
        let distance = edit_distance(name, candidate);
        let close = distance * 3 <= longest.max(3);
        if close && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Number of insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut row = vec![i + 1; b.len() + 1];
        for (j, other) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(letter != other);
            row[j + 1] = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == b[j - 1] && a[i - 1] == *other {
                row[j + 1] = row[j + 1].min(before_last[j - 1] + 1);
            }
        }
        before_last = last;
        last = row;
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_misspelt_name_finds_its_neighbour() {
        let fields = ["floor_m", "ceiling_m", "bedrock_m"];
        assert_eq!(nearest("flor_m", fields), Some("floor_m"));
        assert_eq!(nearest("cieling_m", fields), Some("ceiling_m"));
        assert_eq!(nearest("BEDROCK_M", fields), Some("bedrock_m"));
    }

    #[test]
    fn a_far_name_finds_nothing() {
        assert_eq!(nearest("radius", ["floor_m", "ceiling_m"]), None);
        assert_eq!(nearest("", ["floor_m"]), None);
        assert_eq!(nearest("floor_m", []), None);
    }

    #[test]
    fn very_long_names_cost_nothing() {
        let long = "x".repeat(20_000_000);
        assert_eq!(nearest(&long, ["floor_m", &long]), None);
        assert_eq!(nearest("floor_n", [long.as_str(), "floor_m"]), Some("floor_m"));
    }

    #[test]
    fn the_earlier_of_two_equally_near_names_wins() {
        assert_eq!(nearest("cap", ["cat", "car"]), Some("cat"));
    }
}
