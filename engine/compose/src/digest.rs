//! A digest as a list of named parts, so that a difference names the first part that differs.
//!
//! As text it is a line a part, hash then name, and the root last; lines that begin with `#` are notes.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One named part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Path-like name: `strate 2/density`.
    pub name: String,
    /// blake3, hexadecimal.
    pub hash: String,
}

/// The digest of a world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// blake3 over the length-prefixed names and hashes of the parts, hexadecimal.
    pub root: String,
    /// In a fixed order.
    pub parts: Vec<Part>,
}

impl Digest {
    /// Computes the root over parts in their listed order.
    pub fn of(parts: Vec<Part>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for text in parts.iter().flat_map(|p| [&p.name, &p.hash]) {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        Self { root: hasher.finalize().to_hex().to_string(), parts }
    }
    /// What the first difference to another digest is; `None` when they are equal.
    pub fn difference(&self, other: &Digest) -> Option<String> {
        for (mine, theirs) in self.parts.iter().zip(&other.parts) {
            if mine.name != theirs.name {
                return Some(format!("part {:?} stands where {:?} was expected", theirs.name, mine.name));
            }
            if mine.hash != theirs.hash {
                return Some(format!("part {:?} differs", mine.name));
            }
        }
        if self.parts.len() != other.parts.len() {
            return Some(format!("{} parts against {}", self.parts.len(), other.parts.len()));
        }
        (self.root != other.root).then(|| "the root differs while all parts agree".to_owned())
    }
}

/// Name of the last line of a digest as text.
const ROOT: &str = "world";

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            writeln!(f, "{}  {}", part.hash, part.name)?;
        }
        writeln!(f, "{}  {ROOT}", self.root)
    }
}

impl FromStr for Digest {
    type Err = String;
    /// Reads what [`Display`](fmt::Display) writes. Refuses a line without a name and a text without a root.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let Some((hash, name)) = line.split_once("  ") else {
                return Err(format!("line {}: a hash, two blanks and a name are expected", index + 1));
            };
            parts.push(Part { name: name.trim_end().to_owned(), hash: hash.to_owned() });
        }
        match parts.pop() {
            Some(root) if root.name == ROOT => Ok(Self { root: root.hash, parts }),
            _ => Err(format!("the last line must be the root, named `{ROOT}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_first_part() {
        let part = |name: &str, hash: &str| Part { name: name.into(), hash: hash.into() };
        let a = Digest::of(vec![part("layout", "00"), part("strate 0/density", "11"), part("strate 1/density", "22")]);
        assert_eq!(a.difference(&a.clone()), None);
        let b = Digest::of(vec![part("layout", "00"), part("strate 0/density", "1f"), part("strate 1/density", "2f")]);
        assert!(a.difference(&b).unwrap().contains("strate 0/density"));
        assert_ne!(a.root, Digest::of(a.parts[..2].to_vec()).root);
    }

    #[test]
    fn a_digest_reads_back_from_its_text() {
        let part = |name: &str, hash: &str| Part { name: name.into(), hash: hash.into() };
        let digest = Digest::of(vec![part("layout", "00"), part("strate 0/density", "11")]);
        let text = format!("# a note\n{digest}");
        assert_eq!(text.parse::<Digest>(), Ok(digest.clone()));
        assert!(text.replace("  layout", " layout").parse::<Digest>().unwrap_err().contains("line 2"));
        let (without_root, _) = text.trim_end().rsplit_once('\n').unwrap();
        assert!(without_root.parse::<Digest>().unwrap_err().contains("root"));
        assert!("".parse::<Digest>().is_err());
    }
}
