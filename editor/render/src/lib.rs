//! The picture of a world: an off-screen wgpu scene of terrain tiles, props, lights, sky and overlays.
//!
//! *Flow.* [`Scene::apply`] takes the streamer's changes, the `set_…` functions take what else is to be seen, and
//! [`Scene::draw`] renders one [`View`] into a texture of the asked size, which a window may show and [`Scene::read_rgba`] reads back.
//!
//! *Spaces.* World positions are `f64` metres. "Local" is metres from the render origin, the camera's place snapped to whole
//! tiles; tile vertices are placed in voxels from it, which is exact in `f32`. Depth is reversed: 1 at the near plane, 0 at infinity.
//!
//! *Colours.* Assets hold display (sRGB) colours. Lighting is linear; the shader develops and gamma-encodes, so that the
//! picture is plain `Rgba8Unorm` on every backend.

mod arena;
mod camera;
mod device;
mod environment;
mod frame;
mod overlay;
mod picture;
mod pipelines;
mod props;
mod scene;
mod solids;
mod targets;
mod terrain;
mod view;

pub use camera::{Camera, Frustum};
pub use device::{DeviceErrors, NoAdapter, device_descriptor, headless_device};
pub use environment::{Environment, EnvironmentEase};
pub use overlay::{Ghost, GhostShape, Line};
pub use picture::{Picture, ReadError};
pub use props::{Prop, PropKind};
pub use scene::{DrawStats, Scene, SceneOptions};
pub use view::{DebugView, PointLight, View};

pub use eframe::wgpu;
