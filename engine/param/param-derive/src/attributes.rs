//! Reads the `#[param(…)]` attribute of a field and the `#[params(…)]` attributes of its struct.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, ExprArray, ExprClosure, Field, Ident, LitStr, Result, Token, bracketed};

/// What a field's attribute says; parts that were not written are `None`.
#[derive(Default)]
pub struct FieldParts {
    pub default: Option<Expr>,
    pub hard: Option<ExprArray>,
    pub soft: Option<ExprArray>,
    pub unit: Option<Ident>,
    pub group: Option<LitStr>,
    pub label: Option<LitStr>,
    pub help: Option<LitStr>,
    pub treatment: Option<Ident>,
    pub effect: Option<Ident>,
}

impl FieldParts {
    /// Reads the one `#[param(…)]` of a field. An unknown or repeated part and a missing attribute are errors.
    pub fn read(field: &Field) -> Result<Self> {
        let mut parts = Self::default();
        let mut attributes = field.attrs.iter().filter(|attribute| attribute.path().is_ident("param"));
        let Some(attribute) = attributes.next() else {
            return Err(Error::new_spanned(field, "a parameter is declared with #[param(default = …, …)]"));
        };
        if let Some(second) = attributes.next() {
            return Err(Error::new_spanned(second, "a parameter is declared once"));
        }
        attribute.parse_nested_meta(|meta| {
            let Some(key) = meta.path.get_ident().map(Ident::to_string) else {
                return Err(meta.error("expected the name of a part"));
            };
            match key.as_str() {
                "default" => fill(&mut parts.default, &meta),
                "hard" => fill(&mut parts.hard, &meta),
                "soft" => fill(&mut parts.soft, &meta),
                "unit" => fill(&mut parts.unit, &meta),
                "group" => fill(&mut parts.group, &meta),
                "label" => fill(&mut parts.label, &meta),
                "help" => fill(&mut parts.help, &meta),
                "treatment" => fill(&mut parts.treatment, &meta),
                "effect" => fill(&mut parts.effect, &meta),
                _ => Err(meta.error("unknown part; expected default, hard, soft, unit, group, label, help, treatment or effect")),
            }
        })?;
        Ok(parts)
    }
}

fn fill<T: syn::parse::Parse>(part: &mut Option<T>, meta: &syn::meta::ParseNestedMeta) -> Result<()> {
    if part.is_some() {
        return Err(meta.error("this part stands twice"));
    }
    *part = Some(meta.value()?.parse()?);
    Ok(())
}

/// One `relation(…)` of a struct.
pub struct RelationParts {
    pub fields: Vec<LitStr>,
    pub text: LitStr,
    pub holds: TokenStream,
}

/// Reads every relation of the struct `name`, in order. `Self` in a closure becomes the struct's name, since the closure is
/// expanded into a static.
pub fn relations(attributes: &[Attribute], name: &Ident) -> Result<Vec<RelationParts>> {
    let mut found = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("params")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("relation") {
                return Err(meta.error("unknown part; expected relation"));
            }
            let (mut fields, mut text, mut holds) = (None, None, None::<ExprClosure>);
            meta.parse_nested_meta(|inner| {
                if inner.path.is_ident("fields") {
                    let list;
                    let value = inner.value()?;
                    bracketed!(list in value);
                    fields = Some(Punctuated::<LitStr, Token![,]>::parse_terminated(&list)?);
                    Ok(())
                } else if inner.path.is_ident("text") {
                    fill(&mut text, &inner)
                } else if inner.path.is_ident("holds") {
                    fill(&mut holds, &inner)
                } else {
                    Err(inner.error("unknown part; expected fields, text or holds"))
                }
            })?;
            found.push(RelationParts {
                fields: fields.ok_or_else(|| meta.error("a relation names its fields"))?.into_iter().collect(),
                text: text.ok_or_else(|| meta.error("a relation has a text"))?,
                holds: with_name(holds.ok_or_else(|| meta.error("a relation says when it holds"))?.into_token_stream(), name),
            });
            Ok(())
        })?;
    }
    Ok(found)
}

/// The tokens with every `Self` replaced.
fn with_name(tokens: TokenStream, name: &Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                let mut own = name.clone();
                own.set_span(ident.span());
                TokenTree::Ident(own)
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_name(group.stream(), name));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        })
        .collect()
}
