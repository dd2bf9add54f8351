//! Enums of parameter blocks: the archetypes, the modifiers and the disturbances.

/// Declares an enum of parameter blocks whose variants are named as the blocks are.
macro_rules! kinds {
    ($(#[$of_all:meta])* $name:ident { $($(#[doc = $of_one:literal])+ $kind:ident,)+ }) => {
        $(#[$of_all])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[doc = $of_one])+ $kind($kind),)+
        }

        impl $name {
            /// The variant as it is written in RON.
            pub fn name(&self) -> &'static str {
                match self {
                    $($name::$kind(_) => stringify!($kind),)+
                }
            }
            /// What it is, in one sentence.
            pub fn help(&self) -> &'static str {
                match self {
                    $($name::$kind(_) => concat!($($of_one),+).trim_ascii(),)+
                }
            }
            /// The parameters without their type.
            pub fn block(&self) -> &dyn param::ParamBlock {
                match self {
                    $($name::$kind(block) => block,)+
                }
            }
            /// The parameters without their type, to change.
            pub fn block_mut(&mut self) -> &mut dyn param::ParamBlock {
                match self {
                    $($name::$kind(block) => block,)+
                }
            }
            /// One of each kind, with default parameters.
            pub fn all_defaults() -> Vec<$name> {
                vec![$($name::$kind($kind::default()),)+]
            }
        }
    };
}

pub(crate) use kinds;
