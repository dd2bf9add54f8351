//! Shader, layouts and pipelines. Those that draw the picture exist once per sample count, made when first needed.

use crate::overlay::{GHOST_BYTES, LINE_BYTES};
use crate::props::INSTANCE_BYTES;
use crate::solids::{GhostVertex, SolidVertex};
use crate::targets::{COLOR, DEPTH};
use crate::terrain::TileInstance;
use eframe::wgpu;
use wgpu::VertexFormat::{Float32x3, Float32x4, Snorm8x4, Uint16x4, Uint32x2, Unorm8x4};

const SCENE_SHADER: &str = concat!(
    include_str!("shaders/frame.wgsl"),
    include_str!("shaders/noise.wgsl"),
    include_str!("shaders/air.wgsl"),
    include_str!("shaders/material.wgsl"),
    include_str!("shaders/light.wgsl"),
    include_str!("shaders/terrain.wgsl"),
    include_str!("shaders/sky.wgsl"),
    include_str!("shaders/prop.wgsl"),
    include_str!("shaders/overlay.wgsl"),
);
const COMPOSITE_SHADER: &str = include_str!("shaders/composite.wgsl");

/// Depth of the sun's map: 0 towards the sun, 1 away.
const SHADOW_DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Pipelines for one sample count.
pub(crate) struct ScenePipelines {
    pub terrain: wgpu::RenderPipeline,
    /// Where the device can draw edges.
    pub wire: Option<wgpu::RenderPipeline>,
    pub prop: wgpu::RenderPipeline,
    pub sky: wgpu::RenderPipeline,
    pub line: wgpu::RenderPipeline,
    pub line_hidden: wgpu::RenderPipeline,
    pub ghost: wgpu::RenderPipeline,
    pub halo: wgpu::RenderPipeline,
}

pub(crate) struct Pipelines {
    shader: wgpu::ShaderModule,
    scene_layout: wgpu::PipelineLayout,
    one_sample: Option<ScenePipelines>,
    four_samples: Option<ScenePipelines>,
    pub terrain_shadow: wgpu::RenderPipeline,
    pub prop_shadow: wgpu::RenderPipeline,
    pub composite: wgpu::RenderPipeline,
    pub scene_group: wgpu::BindGroupLayout,
    pub shadow_group: wgpu::BindGroupLayout,
    pub composite_group: wgpu::BindGroupLayout,
}

impl Pipelines {
    pub fn new(device: &wgpu::Device) -> Self {
        let module = |label, source: &str| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            })
        };
        let shader = module("scene", SCENE_SHADER);
        let composite_shader = module("composite", COMPOSITE_SHADER);
        let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let depth_texture = texture_type(wgpu::TextureSampleType::Depth);
        let color_texture = texture_type(wgpu::TextureSampleType::Float { filterable: true });
        let compare = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
        let filter = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        let scene_group = group_layout(
            device,
            "scene",
            &[(both, UNIFORM), (fragment, UNIFORM), (fragment, depth_texture), (fragment, compare)],
        );
        let shadow_group = group_layout(device, "shadow", &[(both, UNIFORM)]);
        let composite_group = group_layout(device, "composite", &[(fragment, color_texture), (fragment, filter)]);
        let layout = |label, group: &wgpu::BindGroupLayout| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: &[Some(group)],
                immediate_size: 0,
            })
        };
        let scene_layout = layout("scene", &scene_group);
        let shadow_layout = layout("shadow", &shadow_group);
        let composite_layout = layout("composite", &composite_group);

        let shadow = |label, vertex, buffers: &[Option<wgpu::VertexBufferLayout<'_>>]| {
            let recipe = Recipe { label, vertex, buffers, cull: true, ..Recipe::default() };
            // Surfaces that face the sun cast; a sky cap faces down and so does not.
            let depth = wgpu::DepthStencilState {
                format: SHADOW_DEPTH,
                depth_write_enabled: Some(true),
                depth_compare: Some(wgpu::CompareFunction::Less),
                stencil: wgpu::StencilState::default(),
                bias: wgpu::DepthBiasState { constant: 2, slope_scale: 2.0, clamp: 0.0 },
            };
            recipe.build(device, &shader, &shadow_layout, Some(depth), 1)
        };
        let terrain_shadow = shadow("terrain shadow", "terrain_shadow_vertex", &terrain_buffers());
        let prop_shadow = shadow("prop shadow", "prop_shadow_vertex", &prop_buffers());
        let recipe =
            Recipe { label: "composite", vertex: "composite_vertex", fragment: Some("composite_fragment"), ..Recipe::default() };
        let composite = recipe.build(device, &composite_shader, &composite_layout, None, 1);
        Self {
            shader,
            scene_layout,
            one_sample: None,
            four_samples: None,
            terrain_shadow,
            prop_shadow,
            composite,
            scene_group,
            shadow_group,
            composite_group,
        }
    }

    /// For 1 or 4 samples.
    pub fn scene(&mut self, device: &wgpu::Device, samples: u32) -> &ScenePipelines {
        let slot = if samples > 1 { &mut self.four_samples } else { &mut self.one_sample };
        slot.get_or_insert_with(|| scene_pipelines(device, &self.shader, &self.scene_layout, samples))
    }
}

fn scene_pipelines(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    samples: u32,
) -> ScenePipelines {
    use wgpu::CompareFunction::{Equal, Greater, GreaterEqual, Less};
    let build = |recipe: &Recipe<'_>, write, compare| {
        let depth = wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(write),
            depth_compare: Some(compare),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        };
        recipe.build(device, shader, layout, Some(depth), samples)
    };
    let terrain_buffers = terrain_buffers();
    let prop_buffers = prop_buffers();
    let line_attributes = attributes(0, &[Float32x4; 3]);
    let line_buffers = [Some(buffer(LINE_BYTES, wgpu::VertexStepMode::Instance, &line_attributes))];
    let ghost_shape = attributes(0, &[Float32x4; 2]);
    let ghost_place = attributes(2, &[Float32x4; 4]);
    let ghost_buffers = [
        Some(buffer(size_of::<GhostVertex>() as u64, wgpu::VertexStepMode::Vertex, &ghost_shape)),
        Some(buffer(GHOST_BYTES, wgpu::VertexStepMode::Instance, &ghost_place)),
    ];
    let over = Some(wgpu::BlendState::ALPHA_BLENDING);
    // Light adds to what is behind it without clipping, like a second exposure.
    let screen = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::OneMinusSrc,
        operation: wgpu::BlendOperation::Add,
    };
    let halo_blend = Some(wgpu::BlendState { color: screen, alpha: wgpu::BlendComponent::OVER });

    let solid = Recipe { cull: true, ..Recipe::default() };
    let terrain = Recipe {
        label: "terrain",
        vertex: "terrain_vertex",
        fragment: Some("terrain_fragment"),
        buffers: &terrain_buffers,
        ..solid
    };
    let wire = Recipe { label: "wire", fragment: Some("terrain_wire_fragment"), blend: over, edges: true, ..terrain };
    let prop = Recipe { label: "prop", vertex: "prop_vertex", fragment: Some("prop_fragment"), buffers: &prop_buffers, ..solid };
    let sky = Recipe { label: "sky", vertex: "sky_vertex", fragment: Some("sky_fragment"), ..Recipe::default() };
    let strip = Recipe { strip: true, blend: over, ..Recipe::default() };
    let line = Recipe { label: "line", vertex: "line_vertex", fragment: Some("line_fragment"), buffers: &line_buffers, ..strip };
    let line_hidden = Recipe { label: "hidden line", fragment: Some("line_hidden_fragment"), ..line };
    let ghost = Recipe {
        label: "ghost",
        vertex: "ghost_vertex",
        fragment: Some("ghost_fragment"),
        buffers: &ghost_buffers,
        blend: over,
        ..Recipe::default()
    };
    let halo =
        Recipe { label: "halo", vertex: "halo_vertex", fragment: Some("halo_fragment"), blend: halo_blend, ..Recipe::default() };
    ScenePipelines {
        terrain: build(&terrain, true, Greater),
        wire: device.features().contains(wgpu::Features::POLYGON_MODE_LINE).then(|| build(&wire, false, GreaterEqual)),
        prop: build(&prop, true, Greater),
        sky: build(&sky, false, Equal),
        line: build(&line, false, GreaterEqual),
        line_hidden: build(&line_hidden, false, Less),
        ghost: build(&ghost, false, GreaterEqual),
        halo: build(&halo, false, Greater),
    }
}

/// What differs between pipelines.
#[derive(Clone, Copy, Default)]
struct Recipe<'a> {
    label: &'a str,
    vertex: &'a str,
    fragment: Option<&'a str>,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    blend: Option<wgpu::BlendState>,
    cull: bool,
    strip: bool,
    edges: bool,
}

impl Recipe<'_> {
    fn build(
        &self,
        device: &wgpu::Device,
        shader: &wgpu::ShaderModule,
        layout: &wgpu::PipelineLayout,
        depth_stencil: Option<wgpu::DepthStencilState>,
        samples: u32,
    ) -> wgpu::RenderPipeline {
        let targets = [Some(wgpu::ColorTargetState { format: COLOR, blend: self.blend, write_mask: wgpu::ColorWrites::ALL })];
        let topology = if self.strip { wgpu::PrimitiveTopology::TriangleStrip } else { wgpu::PrimitiveTopology::TriangleList };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(layout),
            vertex: wgpu::VertexState {
                module: shader,
                entry_point: Some(self.vertex),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: self.buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology,
                front_face: wgpu::FrontFace::Ccw,
                cull_mode: self.cull.then_some(wgpu::Face::Back),
                polygon_mode: if self.edges { wgpu::PolygonMode::Line } else { wgpu::PolygonMode::Fill },
                ..wgpu::PrimitiveState::default()
            },
            depth_stencil,
            multisample: wgpu::MultisampleState { count: samples, ..wgpu::MultisampleState::default() },
            fragment: self.fragment.map(|entry| wgpu::FragmentState {
                module: shader,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

const UNIFORM: wgpu::BindingType =
    wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: None };

fn texture_type(sample_type: wgpu::TextureSampleType) -> wgpu::BindingType {
    wgpu::BindingType::Texture { sample_type, view_dimension: wgpu::TextureViewDimension::D2, multisampled: false }
}

fn group_layout(
    device: &wgpu::Device,
    label: &str,
    bindings: &[(wgpu::ShaderStages, wgpu::BindingType)],
) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = bindings
        .iter()
        .enumerate()
        .map(|(binding, (visibility, ty))| wgpu::BindGroupLayoutEntry {
            binding: binding as u32,
            visibility: *visibility,
            ty: *ty,
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
}

/// Attributes that follow each other without gaps, numbered from `first`.
const fn attributes<const N: usize>(first: u32, formats: &[wgpu::VertexFormat; N]) -> [wgpu::VertexAttribute; N] {
    let mut made = [wgpu::VertexAttribute { format: Float32x4, offset: 0, shader_location: 0 }; N];
    let mut offset = 0;
    let mut i = 0;
    while i < N {
        made[i] = wgpu::VertexAttribute { format: formats[i], offset, shader_location: first + i as u32 };
        offset += formats[i].size();
        i += 1;
    }
    made
}

fn buffer(
    array_stride: u64,
    step_mode: wgpu::VertexStepMode,
    attributes: &[wgpu::VertexAttribute],
) -> wgpu::VertexBufferLayout<'_> {
    wgpu::VertexBufferLayout { array_stride, step_mode, attributes }
}

fn terrain_buffers() -> [Option<wgpu::VertexBufferLayout<'static>>; 2] {
    static VERTEX: [wgpu::VertexAttribute; 3] = attributes(0, &[Uint16x4, Snorm8x4, Unorm8x4]);
    static TILE: [wgpu::VertexAttribute; 2] = attributes(3, &[Float32x4, Uint32x2]);
    [
        Some(buffer(size_of::<stream::TerrainVertex>() as u64, wgpu::VertexStepMode::Vertex, &VERTEX)),
        Some(buffer(size_of::<TileInstance>() as u64, wgpu::VertexStepMode::Instance, &TILE)),
    ]
}

fn prop_buffers() -> [Option<wgpu::VertexBufferLayout<'static>>; 2] {
    static VERTEX: [wgpu::VertexAttribute; 3] = attributes(0, &[Float32x3, Float32x3, Float32x4]);
    static PROP: [wgpu::VertexAttribute; 3] = attributes(3, &[Float32x4, Float32x4, Float32x4]);
    [
        Some(buffer(size_of::<SolidVertex>() as u64, wgpu::VertexStepMode::Vertex, &VERTEX)),
        Some(buffer(INSTANCE_BYTES, wgpu::VertexStepMode::Instance, &PROP)),
    ]
}
