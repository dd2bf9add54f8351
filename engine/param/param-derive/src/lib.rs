//! The derive macros of the parameter declarations.
use proc_macro::TokenStream;

/// Declares a parameter block. See the `param` crate.
#[proc_macro_derive(Params, attributes(param, params))]
pub fn derive_params(_input: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// Declares an enum of unit variants usable as a parameter.
#[proc_macro_derive(Choice)]
pub fn derive_choice(_input: TokenStream) -> TokenStream {
    TokenStream::new()
}
