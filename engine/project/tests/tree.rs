//! The lossless tree: arbitrary text never panics, and what it takes apart goes together again byte for byte.

use proptest::prelude::*;
use std::path::Path;
use voxelforge_project::parse_file;
use voxelforge_project::tree::{Block, Document, Node, inline, print_file};

/// The text put together again from the pieces of every block.
fn together(document: &Document, node: &Node) -> String {
    let Some(block) = node.block() else { return document.slice(&node.span).to_owned() };
    let Block { open, close, entries } = block;
    let chunked = document.chunks(block);
    let mut text = document.slice(&(node.span.start..open + 1)).to_owned() + chunked.header;
    for (chunk, entry) in chunked.chunks.iter().zip(entries) {
        let key = document.slice(&(entry.span().start..entry.value.span.start));
        let comma = if chunk.comma { "," } else { "" };
        text.extend([chunk.leading, key, &together(document, &entry.value), chunk.after, comma, chunk.trailing]);
    }
    text + chunked.tail + document.slice(&(*close..node.span.end))
}

fn is_lossless(text: &str) -> bool {
    let Ok(document) = Document::parse(text) else { return true };
    let root = document.root();
    let (before, after) = (&document.text()[..root.span.start], &document.text()[root.span.end..]);
    format!("{before}{}{after}", together(&document, root)) == document.text()
}

/// Texts that are nearly RON.
fn nearly_ron() -> impl Strategy<Value = String> {
    let pieces = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        " ",
        "\n",
        "\r\n",
        "// note\n",
        "/* b /* c */ */",
        "/*",
        "a",
        "floor_m",
        "Some",
        "r#raw",
        "1",
        "-2.5e3",
        "0x1F",
        "inf",
        "NaN",
        "\"text\"",
        "\"\\\"\"",
        "'c'",
        "r\"raw\"",
        "r#\"ra\"w\"#",
        "b\"x\"",
        "é",
        "\"",
        "#",
        "schema: 1",
        "id: \"a\"",
        "\u{feff}",
        "+",
        ".",
        "#![enable(implicit_some)]",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

/// Well-formed values with comments between everything.
fn ron() -> impl Strategy<Value = String> {
    let leaf = proptest::sample::select(vec!["1", "-2.5", "true", "Hard", "\"a b\"", "'x'", "r#\"q\"#", "()", "[]", "None"]);
    let gap = proptest::sample::select(vec!["", " ", "\n    ", " // n\n", " /* m */ ", "\r\n"]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 4, move |inner| {
        let member = (gap.clone(), inner, gap.clone(), gap.clone()).prop_map(|(a, value, b, c)| (format!("{a}{value}{b}"), c));
        let wrap =
            |(open, close, keyed): (&'static str, &'static str, bool), members: Vec<(String, &'static str)>, comma: bool| {
                let count = members.len();
                let body: String = members
                    .into_iter()
                    .enumerate()
                    .map(|(place, (value, gap))| {
                        let key = if keyed { format!("k{place}:") } else { String::new() };
                        let comma = if place + 1 < count || comma { "," } else { "" };
                        format!("{key}{value}{comma}{gap}")
                    })
                    .collect();
                format!("{open}{body}{close}")
            };
        let brackets = vec![("[", "]", false), ("(", ")", true), ("Name(", ")", true), ("(", ")", false)];
        (proptest::sample::select(brackets), proptest::collection::vec(member, 1..4), any::<bool>())
            .prop_map(move |(brackets, members, comma)| wrap(brackets, members, comma))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,60}", nearly in nearly_ron()) {
        for text in [text, nearly] {
            prop_assert!(is_lossless(&text), "{}", text);
            for file in ["project.ron", "materials.ron", "strates/a.ron", "biomes/a.ron", "edits/a.ron", "corpus/a.ron"] {
                if let Err(found) = parse_file(Path::new(file), &text) {
                    prop_assert!(!found.is_empty() && found.iter().all(|found| !found.reason.is_empty()));
                }
            }
        }
    }

    #[test]
    fn pieces_go_together_again(text in ron()) {
        let document = Document::parse(&text);
        prop_assert!(document.is_ok(), "{}: {:?}", text, document);
        prop_assert!(is_lossless(&text), "{}", text);
    }

    #[test]
    fn printing_keeps_the_value(text in ron()) {
        let document = Document::parse(&text).unwrap();
        let printed = Document::parse(&print_file(&document)).unwrap();
        prop_assert_eq!(inline(&document, document.root()), inline(&printed, printed.root()));
    }

    #[test]
    fn what_ron_reads_the_tree_reads(text in nearly_ron()) {
        if ron::from_str::<ron::Value>(&text).is_ok() {
            prop_assert!(Document::parse(&text).is_ok(), "{}", text);
        }
    }
}

#[test]
fn mistakes_are_placed_where_they_are_made() {
    let place = |text: &str| {
        let error = Document::parse(text).unwrap_err();
        voxelforge_project::tree::position(text, error.offset)
    };
    assert_eq!(place("(\n    a: 1\n    b: 2,\n)"), (2, 9), "a missing comma, not the next line");
    assert_eq!(place("(\n    a: [1, 2,\n)"), (3, 1));
    assert_eq!(place("(a: 1"), (1, 1));
    assert_eq!(place("(a: \"é\", b: ?)"), (1, 13));
    assert_eq!(place("(a: 1) x"), (1, 8));
    assert_eq!(place("/* never"), (1, 1));
    assert_eq!(place(""), (1, 1));
}
