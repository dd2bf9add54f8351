//! The scene: what is to be seen, and the drawing of one picture of it.

use crate::arena::Growing;
use crate::frame::{FrameUniform, LocalSpace, SunMap, aspect, palette_bytes};
use crate::overlay::{GHOST_BYTES, GhostDraws, LineDraws, Overlay};
use crate::pipelines::{Pipelines, ScenePipelines};
use crate::props::{PropDraws, Props};
use crate::targets::{DEPTH, DrawTargets, Target, picture_target};
use crate::terrain::{Terrain, TileDraw, TileInstance};
use crate::{DebugView, Environment, Ghost, Line, Picture, PointLight, Prop, ReadError, View};
use eframe::wgpu;
use field::VoxelSize;
use stream::Change;
use world::defs::MaterialLook;

/// What is fixed for a scene's life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneOptions {
    /// Edge of the sun's shadow map, 64..=4096 texels.
    pub shadow_texels: u32,
    /// Half the edge of the ground it covers, metres.
    pub shadow_radius_m: f32,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self { shadow_texels: 2048, shadow_radius_m: 88.0 }
    }
}

impl SceneOptions {
    /// Smaller for a software rasteriser.
    pub fn for_adapter(info: &wgpu::AdapterInfo) -> Self {
        if info.device_type == wgpu::DeviceType::Cpu {
            Self { shadow_texels: 1024, shadow_radius_m: 64.0 }
        } else {
            Self::default()
        }
    }
}

/// What a picture took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStats {
    /// Tiles held on the GPU.
    pub tiles: u32,
    /// Of those, drawn.
    pub tiles_seen: u32,
    /// Terrain triangles drawn, without the shadow's.
    pub triangles: u64,
    /// Tiles drawn into the sun's map.
    pub tiles_casting: u32,
    /// Accounted bytes of all buffers and textures.
    pub gpu_bytes: u64,
}

/// An off-screen scene on one device. Dropping it frees everything.
pub struct Scene {
    device: wgpu::Device,
    queue: wgpu::Queue,
    options: SceneOptions,
    voxel_m: f32,
    environment: Environment,
    lights: Vec<PointLight>,
    terrain: Terrain,
    props: Props,
    overlay: Overlay,
    pipelines: Pipelines,
    frame: wgpu::Buffer,
    palette: wgpu::Buffer,
    scene_group: wgpu::BindGroup,
    shadow_group: wgpu::BindGroup,
    sampler: wgpu::Sampler,
    shadow: Target,
    sun_map: Option<SunMap>,
    tile_instances: Growing,
    caster_instances: Growing,
    targets: Option<DrawTargets>,
    /// Drawn at a lower resolution before it is enlarged; `None` while the picture is drawn directly.
    reduced: Option<(Target, wgpu::BindGroup)>,
    picture: Option<Target>,
    generation: u64,
}

impl Scene {
    /// An empty scene with the default palette and environment. Errors of the device go where its handler sends them.
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue, options: SceneOptions) -> Self {
        let pipelines = Pipelines::new(device);
        let palette_bytes = palette_bytes(&[]);
        let uniform = |label, size: usize| {
            let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size as u64,
                usage,
                mapped_at_creation: false,
            })
        };
        let frame = uniform("frame", size_of::<FrameUniform>());
        let palette = uniform("palette", palette_bytes.len());
        queue.write_buffer(&palette, 0, &palette_bytes);
        let texels = options.shadow_texels.clamp(64, 4096);
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let shadow = Target::new(device, "shadow map", [texels; 2], 1, DEPTH, usage);
        let linear = wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        };
        let compare = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow"),
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..linear.clone()
        });
        let sampler = device.create_sampler(&linear);
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let scene_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("scene"),
            layout: &pipelines.scene_group,
            entries: &[
                entry(0, frame.as_entire_binding()),
                entry(1, palette.as_entire_binding()),
                entry(2, wgpu::BindingResource::TextureView(&shadow.view)),
                entry(3, wgpu::BindingResource::Sampler(&compare)),
            ],
        });
        let shadow_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shadow"),
            layout: &pipelines.shadow_group,
            entries: &[entry(0, frame.as_entire_binding())],
        });
        Self {
            device: device.clone(),
            queue: queue.clone(),
            options: SceneOptions { shadow_texels: texels, shadow_radius_m: options.shadow_radius_m.clamp(4.0, 1024.0) },
            voxel_m: VoxelSize::DEFAULT.metres(),
            environment: Environment::default(),
            lights: Vec::new(),
            terrain: Terrain::new(),
            props: Props::new(device, queue),
            overlay: Overlay::new(device, queue),
            pipelines,
            frame,
            palette,
            scene_group,
            shadow_group,
            sampler,
            shadow,
            sun_map: None,
            tile_instances: Growing::new("tiles"),
            caster_instances: Growing::new("casters"),
            targets: None,
            reduced: None,
            picture: None,
            generation: 0,
        }
    }

    /// Size of a voxel of the world that is shown; 0.25 m until set.
    pub fn set_voxel(&mut self, voxel: VoxelSize) {
        self.voxel_m = voxel.metres();
    }
    /// The palette in order of id; at most 204 are used.
    pub fn set_materials(&mut self, looks: &[MaterialLook]) {
        self.queue.write_buffer(&self.palette, 0, &palette_bytes(looks));
    }
    /// Light, air and sky.
    pub fn set_environment(&mut self, environment: &Environment) {
        self.environment = *environment;
    }
    /// Lamps and their halos; the sixteen that matter most from the camera are drawn.
    pub fn set_lights(&mut self, lights: &[PointLight]) {
        self.lights = lights.to_vec();
    }
    /// Replaces the props.
    pub fn set_props(&mut self, props: &[Prop]) {
        self.props.set(props);
    }
    /// Replaces the lines.
    pub fn set_lines(&mut self, lines: &[Line]) {
        self.overlay.set_lines(lines);
    }
    /// Replaces the ghosts.
    pub fn set_ghosts(&mut self, ghosts: &[Ghost]) {
        self.overlay.set_ghosts(ghosts);
    }
    /// Takes one change of the terrain; changes come in the streamer's order.
    pub fn apply(&mut self, change: &Change) {
        self.terrain.apply(&self.device, &self.queue, change);
    }
    /// Drops all terrain.
    pub fn clear(&mut self) {
        self.terrain.clear();
    }

    /// The last picture's view, to register with egui; its bytes are gamma-encoded. `None` before the first.
    pub fn texture_view(&self) -> Option<&wgpu::TextureView> {
        self.picture.as_ref().map(|target| &target.view)
    }
    /// Grows by one whenever [`Scene::texture_view`] becomes another texture (first picture, new size).
    pub fn texture_generation(&self) -> u64 {
        self.generation
    }
    /// Accounted bytes of all buffers and textures.
    pub fn gpu_bytes(&self) -> u64 {
        let growing = [&self.tile_instances, &self.caster_instances].map(Growing::bytes);
        let pictures = [self.picture.as_ref(), self.reduced.as_ref().map(|(target, _)| target), Some(&self.shadow)];
        self.terrain.bytes()
            + self.props.bytes()
            + self.overlay.bytes()
            + growing.iter().sum::<u64>()
            + self.frame.size()
            + self.palette.size()
            + self.targets.as_ref().map_or(0, DrawTargets::bytes)
            + pictures.into_iter().flatten().map(Target::bytes).sum::<u64>()
    }

    /// Reads the last picture back; waits for the device.
    ///
    /// # Errors
    /// [`ReadError`] when nothing was drawn or the device fails.
    pub fn read_rgba(&self) -> Result<Picture, ReadError> {
        Picture::read(&self.device, &self.queue, self.picture.as_ref().ok_or(ReadError::Nothing)?)
    }

    /// Draws one picture and submits it; does not wait.
    pub fn draw(&mut self, view: &View) -> DrawStats {
        self.fit_targets(view);
        let space = LocalSpace::of(&view.camera, self.voxel_m);
        let has_sun = self.environment.sun.max_element() > 0.0 && view.debug == DebugView::Lit;
        let redraw_shadow = has_sun && (view.shadows || self.sun_map.is_none());
        if redraw_shadow {
            let (radius, texels) = (self.options.shadow_radius_m, self.options.shadow_texels);
            self.sun_map = Some(SunMap::round(&view.camera, self.environment.sun_direction, radius, texels));
        }
        let sun_map = self.sun_map.filter(|_| has_sun);
        let uniform = FrameUniform::new(view, &space, &self.environment, sun_map.as_ref(), &self.lights);
        self.queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(&uniform));

        let mut stats = DrawStats { tiles: self.terrain.len() as u32, ..DrawStats::default() };
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("scene") });
        let props = self.props.prepare(&self.device, &self.queue, &space);
        if let (true, Some(map)) = (redraw_shadow, sun_map) {
            let casting = self.terrain.casting(&map, view.strate, &space);
            let instances = write_instances(&mut self.caster_instances, &self.device, &self.queue, &casting);
            stats.tiles_casting = casting.len() as u32;
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("shadow"),
                depth_stencil_attachment: Some(cleared_depth(&self.shadow.view, 1.0, wgpu::StoreOp::Store)),
                ..Default::default()
            });
            pass.set_bind_group(0, &self.shadow_group, &[]);
            draw_tiles(&mut pass, &self.pipelines.terrain_shadow, &casting, instances);
            draw_props(&mut pass, &self.pipelines.prop_shadow, props.as_ref());
        }

        let seen = self.terrain.seen(&view.camera.frustum(aspect(view)), view.camera.pos_m, &space);
        stats.tiles_seen = seen.len() as u32;
        stats.triangles = seen.iter().map(TileDraw::triangles).sum();
        let tiles = write_instances(&mut self.tile_instances, &self.device, &self.queue, &seen);
        let (lines, ghosts) = self.overlay.prepare(&self.device, &self.queue, &space);
        let pipelines = self.pipelines.scene(&self.device, view.sample_count());
        let drawn = self.reduced.as_ref().map(|(target, _)| target).or(self.picture.as_ref());
        if let (Some(targets), Some(drawn)) = (&self.targets, drawn) {
            let samples = targets.samples.as_ref();
            let color = wgpu::RenderPassColorAttachment {
                view: samples.map_or(&drawn.view, |samples| &samples.view),
                depth_slice: None,
                resolve_target: samples.map(|_| &drawn.view),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: if samples.is_some() { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store },
                },
            };
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("scene"),
                color_attachments: &[Some(color)],
                depth_stencil_attachment: Some(cleared_depth(&targets.depth.view, 0.0, wgpu::StoreOp::Discard)),
                ..Default::default()
            });
            pass.set_bind_group(0, &self.scene_group, &[]);
            draw_tiles(&mut pass, &pipelines.terrain, &seen, tiles);
            if let (DebugView::Wireframe, Some(wire)) = (view.debug, &pipelines.wire) {
                draw_tiles(&mut pass, wire, &seen, tiles);
            }
            draw_props(&mut pass, &pipelines.prop, props.as_ref());
            pass.set_pipeline(&pipelines.sky);
            pass.draw(0..3, 0..1);
            draw_overlay(&mut pass, pipelines, lines.as_ref(), ghosts.as_ref());
            if uniform.light_count() > 0 {
                pass.set_pipeline(&pipelines.halo);
                pass.draw(0..uniform.light_count() * 6, 0..1);
            }
        }
        self.enlarge(&mut encoder);
        self.queue.submit([encoder.finish()]);
        stats.gpu_bytes = self.gpu_bytes();
        stats
    }

    /// Makes the textures fit the view; keeps those that do.
    fn fit_targets(&mut self, view: &View) {
        let (size, drawn) = (view.output_size(), view.drawn_size());
        if self.picture.as_ref().is_none_or(|picture| picture.size() != size) {
            self.picture = Some(picture_target(&self.device, "picture", size));
            self.generation += 1;
        }
        if !self.targets.as_ref().is_some_and(|targets| targets.fits(drawn, view.sample_count())) {
            self.targets = Some(DrawTargets::new(&self.device, drawn, view.sample_count()));
        }
        if drawn == size {
            self.reduced = None;
        } else if self.reduced.as_ref().is_none_or(|(target, _)| target.size() != drawn) {
            let target = picture_target(&self.device, "reduced picture", drawn);
            let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("composite"),
                layout: &self.pipelines.composite_group,
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&target.view) },
                    wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&self.sampler) },
                ],
            });
            self.reduced = Some((target, group));
        }
    }

    fn enlarge(&self, encoder: &mut wgpu::CommandEncoder) {
        let (Some((_, group)), Some(picture)) = (&self.reduced, &self.picture) else { return };
        let color = wgpu::RenderPassColorAttachment {
            view: &picture.view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("composite"),
            color_attachments: &[Some(color)],
            ..Default::default()
        });
        pass.set_pipeline(&self.pipelines.composite);
        pass.set_bind_group(0, group, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn cleared_depth(view: &wgpu::TextureView, to: f32, store: wgpu::StoreOp) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(to), store }),
        stencil_ops: None,
    }
}

fn write_instances<'a>(
    buffer: &'a mut Growing,
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    tiles: &[TileDraw<'_>],
) -> Option<&'a wgpu::Buffer> {
    let instances: Vec<TileInstance> = tiles.iter().map(|tile| tile.instance).collect();
    buffer.write(device, queue, bytemuck::cast_slice(&instances))
}

fn draw_tiles(
    pass: &mut wgpu::RenderPass<'_>,
    pipeline: &wgpu::RenderPipeline,
    tiles: &[TileDraw<'_>],
    instances: Option<&wgpu::Buffer>,
) {
    let Some(instances) = instances else { return };
    pass.set_pipeline(pipeline);
    let stride = size_of::<TileInstance>() as u64;
    for (number, tile) in (0_u64..).zip(tiles) {
        pass.set_vertex_buffer(0, tile.vertices.slice(tile.vertex_bytes.clone()));
        // A slice rather than a first instance, which not every backend honours.
        pass.set_vertex_buffer(1, instances.slice(number * stride..(number + 1) * stride));
        pass.set_index_buffer(tile.indices.slice(tile.index_bytes.clone()), tile.format);
        for range in &tile.ranges {
            pass.draw_indexed(range.clone(), 0, 0..1);
        }
    }
}

fn draw_props(pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline, props: Option<&PropDraws<'_>>) {
    let Some(props) = props else { return };
    pass.set_pipeline(pipeline);
    pass.set_vertex_buffer(0, props.meshes.slice(..));
    for (vertices, instances) in &props.kinds {
        let stride = crate::props::INSTANCE_BYTES;
        pass.set_vertex_buffer(1, props.instances.slice(u64::from(instances.start) * stride..u64::from(instances.end) * stride));
        pass.draw(vertices.clone(), 0..instances.end - instances.start);
    }
}

fn draw_overlay(
    pass: &mut wgpu::RenderPass<'_>,
    pipelines: &ScenePipelines,
    lines: Option<&LineDraws<'_>>,
    ghosts: Option<&GhostDraws<'_>>,
) {
    if let Some(lines) = lines {
        pass.set_vertex_buffer(0, lines.instances.slice(..));
        for pipeline in [&pipelines.line_hidden, &pipelines.line] {
            pass.set_pipeline(pipeline);
            pass.draw(0..4, 0..lines.count);
        }
    }
    if let Some(ghosts) = ghosts {
        pass.set_pipeline(&pipelines.ghost);
        pass.set_vertex_buffer(0, ghosts.solids.slice(..));
        if ghosts.round > 0 {
            pass.set_vertex_buffer(1, ghosts.instances.slice(..));
            pass.draw(0..ghosts.ball_vertices, 0..ghosts.round);
        }
        if ghosts.all > ghosts.round {
            pass.set_vertex_buffer(1, ghosts.instances.slice(u64::from(ghosts.round) * GHOST_BYTES..));
            pass.draw(ghosts.ball_vertices..ghosts.all_vertices, 0..ghosts.all - ghosts.round);
        }
    }
}
