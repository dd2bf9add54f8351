//! The deserializer behind a probe: answers with the simplest value and writes down what it was asked for.

use super::{Container, Field, Holds, Notes, Type};
use crate::tree::Path;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// Deeper than any file; a type that holds itself ends here.
const DEEPEST: usize = 48;

/// Reads one value from nothing; what it is goes to `out`.
pub struct Reader<'a> {
    notes: &'a mut Notes,
    out: &'a mut Type,
    path: Path,
}

impl<'a> Reader<'a> {
    /// Of a whole type.
    pub fn new(notes: &'a mut Notes, out: &'a mut Type) -> Self {
        Self { notes, out, path: Path::default() }
    }

    fn met(&mut self, name: &'static str, container: impl FnOnce() -> Container) {
        *self.out = Type::Named(name);
        self.notes.containers.entry(name).or_insert_with(container);
        self.notes.paths.entry(name).or_insert_with(|| self.path.clone());
    }

    fn whole<T>(self, low: impl Into<i128>, high: impl Into<i128>, answer: T) -> T {
        *self.out = Type::Integer { low: low.into(), high: high.into() };
        answer
    }
}

/// Reads a value whose type becomes part of a larger one.
fn inner<'de, S: DeserializeSeed<'de>>(notes: &mut Notes, path: Path, seed: S) -> Result<(S::Value, Type), Error> {
    let mut of = Type::Unknown;
    let value = seed.deserialize(Reader { notes, out: &mut of, path })?;
    Ok((value, of))
}

fn unknown(fields: &'static [&'static str]) -> Vec<Field> {
    fields.iter().map(|name| Field { name, of: Type::Unknown, required: false }).collect()
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom(format!("{}: a value of any type, or one that no file can hold, is asked for", self.path)))
    }
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        *self.out = Type::Bool;
        visitor.visit_bool(false)
    }
    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i8(self.whole(i8::MIN, i8::MAX, 0))
    }
    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i16(self.whole(i16::MIN, i16::MAX, 0))
    }
    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i32(self.whole(i32::MIN, i32::MAX, 0))
    }
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(self.whole(i64::MIN, i64::MAX, 0))
    }
    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u8(self.whole(u8::MIN, u8::MAX, 0))
    }
    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u16(self.whole(u16::MIN, u16::MAX, 0))
    }
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u32(self.whole(u32::MIN, u32::MAX, 0))
    }
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(self.whole(u64::MIN, u64::MAX, 0))
    }
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        *self.out = Type::Number;
        visitor.visit_f32(0.0)
    }
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        *self.out = Type::Number;
        visitor.visit_f64(0.0)
    }
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        *self.out = Type::Text;
        visitor.visit_str("")
    }
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.path.0.len() > DEEPEST {
            return visitor.visit_none();
        }
        let mut of = Type::Unknown;
        let value = visitor.visit_some(Reader { notes: self.notes, out: &mut of, path: self.path })?;
        *self.out = Type::Optional(Box::new(of));
        Ok(value)
    }
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = usize::from(self.path.0.len() <= DEEPEST);
        let mut of = Type::Unknown;
        let value = visitor.visit_seq(Elements { notes: self.notes, path: self.path, of: &mut of, next: 0, left })?;
        *self.out = Type::List(Box::new(of));
        Ok(value)
    }
    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        let mut of = Type::Unknown;
        let value = visitor.visit_seq(Elements { notes: self.notes, path: self.path, of: &mut of, next: 0, left: length })?;
        *self.out = Type::Array(Box::new(of), length);
        Ok(value)
    }
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = usize::from(self.path.0.len() <= DEEPEST);
        let mut of = Type::Unknown;
        let value = visitor.visit_map(Entries { notes: self.notes, path: self.path, of: &mut of, left })?;
        *self.out = Type::Map(Box::new(of));
        Ok(value)
    }
    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.met(name, || Container::Struct(unknown(fields)));
        visitor.visit_map(Fields {
            notes: self.notes,
            path: self.path,
            container: name,
            variant: "",
            fields: fields.iter(),
            now: "",
        })
    }
    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.met(name, || Container::Enum(variants.iter().map(|variant| (*variant, Holds::Unknown)).collect()));
        let taken = |index: &usize| self.notes.taken.get(&(name, *index)).copied().unwrap_or(0);
        let least = (0..variants.len()).min_by_key(taken).unwrap_or(0);
        *self.notes.taken.entry((name, least)).or_insert(0) += 1;
        let variant = variants.get(least).copied().ok_or_else(|| Error::custom(format!("{name} has no variants")))?;
        visitor.visit_enum(Variant { notes: self.notes, path: self.path, container: name, variant })
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

/// The elements of a list or an array.
struct Elements<'a> {
    notes: &'a mut Notes,
    path: Path,
    of: &'a mut Type,
    next: usize,
    left: usize,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Error;
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        let (value, of) = inner(self.notes, self.path.index(self.next), seed)?;
        (*self.of, self.left, self.next) = (of, self.left - 1, self.next + 1);
        Ok(Some(value))
    }
}

/// The entries of a map; its keys are texts.
struct Entries<'a> {
    notes: &'a mut Notes,
    path: Path,
    of: &'a mut Type,
    left: usize,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Error;
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(text("key")).map(Some)
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (value, of) = inner(self.notes, self.path.field("key"), seed)?;
        *self.of = of;
        Ok(value)
    }
}

/// The fields of a struct, or of a variant that has fields of its own.
struct Fields<'a> {
    notes: &'a mut Notes,
    path: Path,
    container: &'static str,
    variant: &'static str,
    fields: std::slice::Iter<'static, &'static str>,
    now: &'static str,
}

impl Fields<'_> {
    fn write_down(&mut self, of: Type) {
        let fields = match self.notes.containers.get_mut(self.container) {
            Some(Container::Struct(fields)) => fields,
            Some(Container::Enum(variants)) => {
                let found = variants.iter_mut().find(|(name, _)| *name == self.variant);
                let Some((_, Holds::Fields(fields))) = found else { return };
                fields
            }
            None => return,
        };
        if let Some(field) = fields.iter_mut().find(|field| field.name == self.now && of != Type::Unknown) {
            field.of = of;
        }
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        for name in self.fields.by_ref() {
            if self.notes.left_out == Some((self.container, self.variant, name)) {
                self.notes.met = true;
                continue;
            }
            self.now = name;
            return seed.deserialize(text(name)).map(Some);
        }
        Ok(None)
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (value, of) = inner(self.notes, self.path.field(self.now), seed)?;
        self.write_down(of);
        Ok(value)
    }
}

/// One variant of an enum.
struct Variant<'a> {
    notes: &'a mut Notes,
    path: Path,
    container: &'static str,
    variant: &'static str,
}

impl Variant<'_> {
    fn write_down(&mut self, holds: Holds) {
        if let Some(Container::Enum(variants)) = self.notes.containers.get_mut(self.container) {
            if let Some((_, found)) = variants.iter_mut().find(|(name, _)| *name == self.variant) {
                *found = holds;
            }
        }
    }
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Error;
    type Variant = Self;
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((seed.deserialize(text(self.variant))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Error;
    fn unit_variant(mut self) -> Result<(), Error> {
        self.write_down(Holds::Nothing);
        Ok(())
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, Error> {
        let (value, of) = inner(self.notes, self.path.variant(self.variant), seed)?;
        self.write_down(Holds::Value(of));
        Ok(value)
    }
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(Error::custom(format!("{}::{} holds several values without names", self.container, self.variant)))
    }
    fn struct_variant<V: Visitor<'de>>(mut self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        let known = match self.notes.containers.get(self.container) {
            Some(Container::Enum(variants)) => variants.iter().any(|(n, h)| *n == self.variant && matches!(h, Holds::Fields(_))),
            _ => false,
        };
        if !known {
            self.write_down(Holds::Fields(unknown(fields)));
        }
        let path = self.path.variant(self.variant);
        let (container, variant) = (self.container, self.variant);
        visitor.visit_map(Fields { notes: self.notes, path, container, variant, fields: fields.iter(), now: "" })
    }
}

fn text(name: &'static str) -> StrDeserializer<'static, Error> {
    name.into_deserializer()
}
