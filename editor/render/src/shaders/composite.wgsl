// Enlarges a picture drawn at a lower resolution.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var picture_sampler: sampler;

struct CompositeOut {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn composite_vertex(@builtin(vertex_index) index: u32) -> CompositeOut {
    var out: CompositeOut;
    let corner = vec2f(f32(index & 1u) * 2.0, f32(index >> 1u) * 2.0);
    out.uv = corner;
    out.clip = vec4f(corner * vec2f(2.0, -2.0) + vec2f(-1.0, 1.0), 0.0, 1.0);
    return out;
}

@fragment
fn composite_fragment(input: CompositeOut) -> @location(0) vec4f {
    return textureSample(picture, picture_sampler, input.uv);
}
