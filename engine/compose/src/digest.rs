//! A digest as a list of named parts, so that a difference names the first part that differs.

use serde::{Deserialize, Serialize};

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
}
