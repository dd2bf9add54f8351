//! The textures a picture is drawn into.

use eframe::wgpu;

/// Format of the picture; its bytes are gamma-encoded by the shader.
pub(crate) const COLOR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Reversed: 1 near, 0 at infinity.
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// A texture and its view.
pub(crate) struct Target {
    pub texture: wgpu::Texture,
    pub view: wgpu::TextureView,
}

impl Target {
    pub fn new(
        device: &wgpu::Device,
        label: &str,
        size: [u32; 2],
        samples: u32,
        format: wgpu::TextureFormat,
        usage: wgpu::TextureUsages,
    ) -> Self {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: samples,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Self { texture, view }
    }

    pub fn size(&self) -> [u32; 2] {
        [self.texture.width(), self.texture.height()]
    }

    /// Four bytes a sample, as all formats here have.
    pub fn bytes(&self) -> u64 {
        u64::from(self.texture.width()) * u64::from(self.texture.height()) * u64::from(self.texture.sample_count()) * 4
    }
}

/// A finished picture: can be shown, sampled and read back.
pub(crate) fn picture_target(device: &wgpu::Device, label: &str, size: [u32; 2]) -> Target {
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC;
    Target::new(device, label, size, 1, COLOR, usage)
}

/// What the scene is drawn into before it is a picture.
pub(crate) struct DrawTargets {
    /// Several samples a pixel, resolved into the picture; `None` for one.
    pub samples: Option<Target>,
    pub depth: Target,
    pub sample_count: u32,
}

impl DrawTargets {
    pub fn new(device: &wgpu::Device, size: [u32; 2], sample_count: u32) -> Self {
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let samples = (sample_count > 1).then(|| Target::new(device, "samples", size, sample_count, COLOR, usage));
        Self { samples, depth: Target::new(device, "depth", size, sample_count, DEPTH, usage), sample_count }
    }

    pub fn fits(&self, size: [u32; 2], sample_count: u32) -> bool {
        self.depth.size() == size && self.sample_count == sample_count
    }

    pub fn bytes(&self) -> u64 {
        self.depth.bytes() + self.samples.as_ref().map_or(0, Target::bytes)
    }
}
