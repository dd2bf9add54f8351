//! Expands `#[derive(Params)]`.

use crate::attributes::{FieldParts, relations};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Expr, ExprArray, ExprLit, Field, Fields, Ident, Lit, Result, Type, TypeArray};

/// Implements `Default`, `ParamBlock` and `Params`.
pub fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a parameter block is a struct"));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new_spanned(&input.ident, "a parameter block has named fields"));
    };
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "a parameter block has no generics"));
    }
    let name = &input.ident;
    let fields = fields.named.iter().map(Declared::read).collect::<Result<Vec<_>>>()?;
    let relations = relations(&input.attrs, name)?;
    for field in relations.iter().flat_map(|relation| &relation.fields) {
        if !fields.iter().any(|declared| *declared.name == field.value()) {
            return Err(Error::new_spanned(field, format!("`{name}` has no field of this name")));
        }
    }

    let declarations = fields.iter().map(Declared::declaration);
    let checks = fields.iter().map(Declared::range_check);
    let defaults = fields.iter().map(Declared::default_value);
    let getters = fields.iter().enumerate().map(|(index, field)| field.getter(index));
    let setters = fields.iter().enumerate().map(|(index, field)| field.setter(index));
    let relation_records = relations.iter().map(|relation| {
        let (fields, text, holds) = (&relation.fields, &relation.text, &relation.holds);
        quote! {
            ::param::Relation {
                fields: &[#(#fields),*],
                text: #text,
                holds: |block| block.as_any().downcast_ref::<#name>().is_some_and(#holds),
            }
        }
    });
    Ok(quote! {
        impl ::core::default::Default for #name {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }

        impl ::param::Params for #name {
            fn decls() -> &'static [::param::Decl] {
                static DECLARATIONS: &[::param::Decl] = &[#(#declarations),*];
                DECLARATIONS
            }
        }

        impl ::param::ParamBlock for #name {
            fn declarations(&self) -> &'static [::param::Decl] {
                <Self as ::param::Params>::decls()
            }
            fn relations(&self) -> &'static [::param::Relation] {
                static RELATIONS: &[::param::Relation] = &[#(#relation_records),*];
                RELATIONS
            }
            fn get(&self, index: usize) -> ::core::option::Option<::param::Value> {
                match index {
                    #(#getters)*
                    _ => ::core::option::Option::None,
                }
            }
            fn set(&mut self, index: usize, value: ::param::Value) -> ::core::result::Result<(), ::param::Violation> {
                ::param::accept(<Self as ::param::Params>::decls(), index, &value)?;
                match (index, value) {
                    #(#setters)*
                    _ => {}
                }
                ::core::result::Result::Ok(())
            }
            fn as_any(&self) -> &dyn ::core::any::Any {
                self
            }
        }

        #(#checks)*
    })
}

/// What a field's type makes of it.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Float,
    Int,
    Bool,
    Text,
    Color,
    Choice,
}

impl Shape {
    fn of(ty: &Type) -> Result<Self> {
        match ty {
            Type::Array(array) if is_color(array) => Ok(Shape::Color),
            Type::Path(path) => {
                let last = path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
                match last.as_str() {
                    "f32" => Ok(Shape::Float),
                    "i64" => Ok(Shape::Int),
                    "bool" => Ok(Shape::Bool),
                    "String" => Ok(Shape::Text),
                    _ if last.starts_with(char::is_uppercase) => Ok(Shape::Choice),
                    _ => Err(Error::new_spanned(
                        ty,
                        "a parameter is f32, i64, bool, String, [f32; 3] or an enum that derives Choice",
                    )),
                }
            }
            _ => Err(Error::new_spanned(ty, "a parameter is f32, i64, bool, String, [f32; 3] or an enum that derives Choice")),
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Shape::Float | Shape::Int)
    }
}

/// Whether the array is `[f32; 3]`.
fn is_color(array: &TypeArray) -> bool {
    let of_floats = matches!(&*array.elem, Type::Path(path) if path.path.is_ident("f32"));
    let three = matches!(&array.len, Expr::Lit(ExprLit { lit: Lit::Int(count), .. }) if count.base10_digits() == "3");
    of_floats && three
}

/// A field with its declaration, checked for completeness.
struct Declared<'a> {
    name: &'a Ident,
    ty: &'a Type,
    shape: Shape,
    default: Expr,
    /// Hard and soft range; numbers only.
    ranges: Option<(ExprArray, ExprArray)>,
    unit: TokenStream,
    texts: [syn::LitStr; 3],
    treatment: TokenStream,
    effect: TokenStream,
}

impl<'a> Declared<'a> {
    fn read(field: &'a Field) -> Result<Self> {
        let Some(name) = &field.ident else {
            return Err(Error::new_spanned(field, "a parameter has a name"));
        };
        let shape = Shape::of(&field.ty)?;
        let parts = FieldParts::read(field)?;
        let missing = |part: &str| Error::new_spanned(name, format!("the declaration of `{name}` lacks `{part}`"));
        let ranges = if shape.is_number() {
            Some((parts.hard.ok_or_else(|| missing("hard"))?, parts.soft.ok_or_else(|| missing("soft"))?))
        } else if let Some(range) = parts.hard.or(parts.soft) {
            return Err(Error::new_spanned(range, "only numbers have ranges"));
        } else {
            None
        };
        for range in ranges.iter().flat_map(|(hard, soft)| [hard, soft]) {
            if range.elems.len() != 2 {
                return Err(Error::new_spanned(range, "a range is [lowest, highest]"));
            }
        }
        let unit = match parts.unit {
            Some(unit) => quote!(#unit),
            None if shape.is_number() => return Err(missing("unit")),
            None => quote!(None),
        };
        let treatment = match (parts.treatment, shape) {
            (Some(treatment), _) => quote!(#treatment),
            (None, Shape::Float | Shape::Color) => quote!(Blend),
            (None, Shape::Int) => quote!(Snap),
            (None, Shape::Bool | Shape::Text | Shape::Choice) => quote!(Inherit),
        };
        Ok(Self {
            name,
            ty: &field.ty,
            shape,
            default: parts.default.ok_or_else(|| missing("default"))?,
            ranges,
            unit,
            texts: [
                parts.label.ok_or_else(|| missing("label"))?,
                parts.group.ok_or_else(|| missing("group"))?,
                parts.help.ok_or_else(|| missing("help"))?,
            ],
            treatment,
            effect: parts.effect.map_or_else(|| quote!(Shape), |effect| quote!(#effect)),
        })
    }

    /// The record in the table of declarations.
    fn declaration(&self) -> TokenStream {
        let Self { name, default, unit, treatment, effect, ty, .. } = self;
        let name = name.to_string();
        let [label, group, help] = &self.texts;
        let ranges = self.ranges.as_ref().map(|(hard, soft)| quote!(, hard: #hard, soft: #soft));
        let kind = match self.shape {
            Shape::Float => quote!(Float { default: #default #ranges }),
            Shape::Int => quote!(Int { default: #default #ranges }),
            Shape::Bool => quote!(Bool { default: #default }),
            Shape::Text => quote!(Text { default: #default }),
            Shape::Color => quote!(Color { default: #default }),
            Shape::Choice => quote!(Choice { default: #ty::#default as usize, options: <#ty as ::param::ChoiceParam>::OPTIONS }),
        };
        quote! {
            ::param::Decl {
                name: #name,
                label: #label,
                unit: ::param::Unit::#unit,
                kind: ::param::Kind::#kind,
                group: #group,
                help: #help,
                treatment: ::param::Treatment::#treatment,
                effect: ::param::Effect::#effect,
            }
        }
    }

    /// Fails to compile when the default or the soft range leaves the hard range.
    fn range_check(&self) -> TokenStream {
        let Some((hard, soft)) = &self.ranges else {
            return TokenStream::new();
        };
        let (default, ty) = (&self.default, self.ty);
        quote_spanned! { default.span() =>
            const _: () = {
                let (default, hard, soft): (#ty, [#ty; 2], [#ty; 2]) = (#default, #hard, #soft);
                ::core::assert!(hard[0] <= soft[0] && soft[0] < soft[1] && soft[1] <= hard[1], "the soft range lies within the hard range");
                ::core::assert!(hard[0] <= default && default <= hard[1], "the default lies within the hard range");
            };
        }
    }

    /// The field's initialiser in `Default`.
    fn default_value(&self) -> TokenStream {
        let Self { name, default, ty, .. } = self;
        match self.shape {
            Shape::Text => quote!(#name: ::std::string::String::from(#default)),
            Shape::Choice => quote!(#name: #ty::#default),
            _ => quote!(#name: #default),
        }
    }

    fn getter(&self, index: usize) -> TokenStream {
        let name = self.name;
        let value = match self.shape {
            Shape::Float => quote!(Float(self.#name)),
            Shape::Int => quote!(Int(self.#name)),
            Shape::Bool => quote!(Bool(self.#name)),
            Shape::Color => quote!(Color(self.#name)),
            Shape::Text => quote!(Text(self.#name.clone())),
            Shape::Choice => quote!(Choice(::param::ChoiceParam::index(self.#name))),
        };
        quote!(#index => ::core::option::Option::Some(::param::Value::#value),)
    }

    fn setter(&self, index: usize) -> TokenStream {
        let (name, ty) = (self.name, self.ty);
        let variant = match self.shape {
            Shape::Float => quote!(Float),
            Shape::Int => quote!(Int),
            Shape::Bool => quote!(Bool),
            Shape::Color => quote!(Color),
            Shape::Text => quote!(Text),
            Shape::Choice => {
                return quote! {
                    (#index, ::param::Value::Choice(option)) => {
                        if let ::core::option::Option::Some(choice) = <#ty as ::param::ChoiceParam>::from_index(option) {
                            self.#name = choice;
                        }
                    }
                };
            }
        };
        quote!((#index, ::param::Value::#variant(value)) => self.#name = value,)
    }
}
