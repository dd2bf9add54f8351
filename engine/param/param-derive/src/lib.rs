//! The derive macros of the parameter declarations; `param` documents what they declare.
//!
//! A missing or misplaced part of a declaration is a compile error at the field it belongs to.

mod attributes;
mod choice;
mod params;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares a struct of parameters: `Default`, `ParamBlock` and `Params` are implemented from the attributes.
///
/// Every field carries `#[param(default = …, group = "…", label = "…", help = "…")]`, numbers also `hard = [lowest, highest]`,
/// `soft = [lowest, highest]` and `unit = …`. `treatment = …` and `effect = …` are optional. The struct may carry any number of
/// `#[params(relation(fields = ["…"], text = "…", holds = |p: &Self| …))]`.
#[proc_macro_derive(Params, attributes(param, params))]
pub fn derive_params(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    params::expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Declares an enum of unit variants usable as a parameter.
#[proc_macro_derive(Choice)]
pub fn derive_choice(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    choice::expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
