// Lines of constant width on the screen and translucent ghosts of brushes. Colours arrive gamma-encoded, as the theme has them.

struct LineIn {
    @location(0) from_width: vec4f, // local position; w: width in pixels
    @location(1) to: vec4f,         // local position
    @location(2) color: vec4f,
}

struct LineOut {
    @builtin(position) clip: vec4f,
    @location(0) color: vec4f,
    @location(1) across: f32,
}

@vertex
fn line_vertex(@builtin(vertex_index) index: u32, input: LineIn) -> LineOut {
    let near = 0.02;
    var a = frame.clip_from_local * vec4f(input.from_width.xyz, 1.0);
    var b = frame.clip_from_local * vec4f(input.to.xyz, 1.0);
    // Cut at the eye's plane, where the projection turns over.
    if a.w < near && b.w > near { a = mix(a, b, (near - a.w) / (b.w - a.w)); }
    if b.w < near && a.w > near { b = mix(b, a, (near - b.w) / (a.w - b.w)); }
    let size = frame.picture.zw;
    let along = (b.xy / b.w - a.xy / a.w) * size;
    let direction = select(vec2f(1.0, 0.0), normalize(along), dot(along, along) > 1e-12);
    let side = f32(index & 1u) * 2.0 - 1.0;
    let end = select(a, b, index >= 2u);
    var out: LineOut;
    let push = vec2f(-direction.y, direction.x) * side * (input.from_width.w * 0.5 + 0.5) * 2.0 / size;
    // Two thousandths nearer than the surface it lies on.
    out.clip = vec4f(end.xy + push * end.w, end.z * 1.002, end.w);
    if a.w < near || b.w < near { out.clip = vec4f(2.0, 2.0, 0.0, 1.0); }
    out.color = input.color;
    out.across = side * (input.from_width.w * 0.5 + 0.5);
    return out;
}

fn line_color(input: LineOut) -> vec4f {
    let length_of_edge = fwidth(input.across);
    let half = max(abs(input.across), 0.0);
    let inside = 1.0 - smoothstep(0.5 - length_of_edge, 0.5 + length_of_edge, half - 0.5);
    return vec4f(input.color.rgb, input.color.a * max(inside, 0.35));
}

@fragment
fn line_fragment(input: LineOut) -> @location(0) vec4f {
    return line_color(input);
}

@fragment
fn line_hidden_fragment(input: LineOut) -> @location(0) vec4f {
    let color = line_color(input);
    return vec4f(color.rgb, color.a * 0.22);
}

struct GhostIn {
    @location(0) place: vec4f,  // unit solid; w: -1 or 1, the end of a capsule it belongs to, 0 for a box
    @location(1) normal: vec4f,
    @location(2) anchor: vec4f, // local centre
    @location(3) size: vec4f,   // half extents
    @location(4) axis: vec4f,   // half the way between a capsule's ends
    @location(5) color: vec4f,
}

struct GhostOut {
    @builtin(position) clip: vec4f,
    @location(0) local: vec3f,
    @location(1) normal: vec3f,
    @location(2) @interpolate(flat) color: vec4f,
}

@vertex
fn ghost_vertex(input: GhostIn) -> GhostOut {
    var out: GhostOut;
    var place = input.place.xyz;
    var normal = input.normal.xyz;
    if input.place.w != 0.0 {
        let reach = length(input.axis.xyz);
        let w = select(vec3f(0.0, 0.0, 1.0), input.axis.xyz / max(reach, 1e-6), reach > 1e-4);
        let helper = select(vec3f(0.0, 0.0, 1.0), vec3f(1.0, 0.0, 0.0), abs(w.z) > 0.9);
        let u = normalize(cross(helper, w));
        let v = cross(w, u);
        place = u * place.x + v * place.y + w * place.z;
        normal = place;
    }
    out.local = input.anchor.xyz + place * input.size.xyz + input.axis.xyz * input.place.w;
    out.normal = normal;
    out.clip = frame.clip_from_local * vec4f(out.local, 1.0);
    out.color = input.color;
    return out;
}

@fragment
fn ghost_fragment(input: GhostOut) -> @location(0) vec4f {
    let to_eye = normalize(frame.camera.xyz - input.local);
    let facing = abs(dot(normalize(input.normal), to_eye));
    let rim = pow(1.0 - facing, 2.5);
    return vec4f(input.color.rgb, input.color.a * (0.1 + 0.6 * rim));
}
