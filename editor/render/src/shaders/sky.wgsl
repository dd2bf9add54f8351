// The dome, drawn at infinity where nothing else was.

struct SkyOut {
    @builtin(position) clip: vec4f,
    @location(0) across: vec2f,
}

@vertex
fn sky_vertex(@builtin(vertex_index) index: u32) -> SkyOut {
    var out: SkyOut;
    out.across = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    out.clip = vec4f(out.across, 0.0, 1.0);
    return out;
}

@fragment
fn sky_fragment(input: SkyOut) -> @location(0) vec4f {
    let direction = normalize(frame.forward.xyz + frame.right.xyz * input.across.x * frame.right.w + frame.up.xyz * input.across.y * frame.up.w);
    return developed(sky_radiance(direction), input.clip.xy);
}
