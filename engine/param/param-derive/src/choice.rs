//! Expands `#[derive(Choice)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Result};

/// Implements `ChoiceParam`; an index is the variant's place in the source.
pub fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a choice is an enum of unit variants"));
    };
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "a choice's variants hold nothing"));
        }
        if let Some((_, discriminant)) = &variant.discriminant {
            return Err(Error::new_spanned(discriminant, "a choice's variants are numbered by their order"));
        }
    }
    let name = &input.ident;
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let texts = variants.iter().map(|variant| variant.to_string());
    let indices = 0..variants.len();
    Ok(quote! {
        impl ::param::ChoiceParam for #name {
            const OPTIONS: &'static [&'static str] = &[#(#texts),*];
            fn index(self) -> usize {
                self as usize
            }
            fn from_index(index: usize) -> ::core::option::Option<Self> {
                match index {
                    #(#indices => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}
