//! The reference page as Markdown: files, parameters, operators and checks, all made from their declarations.

use crate::Check;
use field::operators::records;
use field::{Channels, Nature, Record, Role};
use std::fmt::Write;

/// The whole page but for the command line, which the application adds.
///
/// # Errors
/// A type that no file can hold; a test shows that there is none.
pub fn reference() -> Result<String, String> {
    let mut page = String::from(
        "# Reference\n\n\
         Made from the declarations by `cargo xtask docs`: what files may hold, what operators do, what the checks try, and the command\n\
         line. Lengths are metres, frequencies cycles per metre, angles degrees. *Accepted* is refused outside; *slider* is what the\n\
         inspector offers; *composer* is what inventing strates does with a value. [Fields of the earlier engine](legacy-fields.md) and\n\
         the JSON Schemas in [schema/](schema) are made in the same way.\n\n",
    );
    page += &project::reference()?;
    page += &operators();
    page += &checks();
    Ok(page)
}

fn operators() -> String {
    let mut page = String::from(
        "\n## Operators\n\n\
         A field is a list of operators over two channels: the density, and a shape being prepared. The order must give each operator what\n\
         it reads and requires.\n\n\
         | Operator | Role | Nature | Reads | Writes | Provides | Requires | What it does |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for Record { name, role, nature, reads, writes, provides, requires, doc } in records() {
        let role = match role {
            Role::Root => "root",
            Role::Source => "source",
            Role::Conversion => "conversion",
            Role::Modifier => "modifier",
            Role::Post => "post",
        };
        let nature = match nature {
            Nature::Additive => "additive",
            Nature::Transformative => "transformative",
        };
        let cells = [channels(*reads), channels(*writes), provides.join(", "), requires.join(", ")].join(" | ");
        // Writing to a text cannot fail.
        _ = writeln!(page, "| `{name}` | {role} | {nature} | {cells} | {} |", doc.replace('|', "\\|"));
    }
    page
}

fn channels(channels: Channels<bool>) -> String {
    let named = [(channels.density, "density"), (channels.shape, "shape")];
    named.into_iter().filter(|(is_used, _)| *is_used).map(|(_, name)| name).collect::<Vec<_>>().join(", ")
}

fn checks() -> String {
    let mut page = String::from(
        "\n## Checks\n\n\
         `voxelforge validate PROJECT CHECK…` and the Validate panel run them.\n\n| Check | Title | What is tried |\n| --- | --- | --- |\n",
    );
    for check in Check::ALL {
        _ = writeln!(page, "| `{}` | {} | {} |", check.name(), check.title(), check.help());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_tells_every_operator_and_every_check() {
        let page = reference().expect("a page");
        for record in records() {
            assert!(page.contains(&format!("| `{}` |", record.name)) && page.contains(record.doc), "{}", record.name);
        }
        for check in Check::ALL {
            assert!(page.contains(&format!("| `{}` | {} | {} |", check.name(), check.title(), check.help())), "{}", check.name());
        }
        assert!(page.contains("`archetype.TunnelNetwork`") && page.contains("Spacing of the room lattice"));
    }
}
