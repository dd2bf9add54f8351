// Instanced props, their shadow, and the halo of lamps.

struct PropIn {
    @location(0) place: vec3f,
    @location(1) normal: vec3f,
    @location(2) tint: vec4f,    // rgb times the instance's colour; w: share that glows
    @location(3) anchor: vec4f,  // local position; w: scale
    @location(4) turn: vec4f,    // cosine and sine of yaw; z: strength of the glow
    @location(5) color: vec4f,
}

struct PropOut {
    @builtin(position) clip: vec4f,
    @location(0) local: vec3f,
    @location(1) normal: vec3f,
    @location(2) albedo: vec3f,
    @location(3) emitted: vec3f,
}

fn turned(v: vec3f, turn: vec4f) -> vec3f {
    return vec3f(v.x * turn.x - v.y * turn.y, v.x * turn.y + v.y * turn.x, v.z);
}

fn prop_local(input: PropIn) -> vec3f {
    return input.anchor.xyz + turned(input.place, input.turn) * input.anchor.w;
}

@vertex
fn prop_vertex(input: PropIn) -> PropOut {
    var out: PropOut;
    out.local = prop_local(input);
    out.clip = frame.clip_from_local * vec4f(out.local, 1.0);
    out.normal = turned(input.normal, input.turn);
    out.albedo = input.tint.rgb * input.color.rgb;
    out.emitted = input.color.rgb * input.tint.w * input.turn.z;
    return out;
}

@vertex
fn prop_shadow_vertex(input: PropIn) -> @builtin(position) vec4f {
    return frame.shadow_from_local * vec4f(prop_local(input), 1.0);
}

@fragment
fn prop_fragment(input: PropOut) -> @location(0) vec4f {
    let distance = length(input.local - frame.camera.xyz);
    var surface: Surface;
    surface.normal = normalize(input.normal);
    surface.albedo = input.albedo;
    surface.roughness = 0.7;
    surface.openness = 0.7;
    surface.emitted = input.emitted;
    let color = lit(surface, input.local, surface.normal, distance);
    return developed(seen(color, input.local, distance), input.clip.xy);
}

struct HaloOut {
    @builtin(position) clip: vec4f,
    @location(0) across: vec2f,
    @location(1) @interpolate(flat) color: vec3f,
}

// Two triangles round each point light, turned to the eye.
@vertex
fn halo_vertex(@builtin(vertex_index) index: u32) -> HaloOut {
    let light = frame.lights[index / 6u];
    var corners = array<vec2f, 6>(vec2f(-1.0, -1.0), vec2f(1.0, -1.0), vec2f(1.0, 1.0), vec2f(-1.0, -1.0), vec2f(1.0, 1.0), vec2f(-1.0, 1.0));
    let corner = corners[index % 6u];
    let offset = light.place.xyz - frame.camera.xyz;
    let distance = length(offset);
    let radius = clamp(light.place.w * 0.07, 0.25, 1.4) * (1.0 + distance * 0.008);
    // Drawn a little nearer than the lamp, so that its own body does not cut the halo.
    let nearer = light.place.xyz - offset / max(distance, 1e-3) * min(radius * 0.5, distance * 0.5);
    let local = nearer + (frame.right.xyz * corner.x + frame.up.xyz * corner.y) * radius;
    let peak = max(light.radiance.r, max(light.radiance.g, max(light.radiance.b, 1e-4)));
    var out: HaloOut;
    out.clip = frame.clip_from_local * vec4f(local, 1.0);
    out.across = corner;
    out.color = light.radiance.rgb / peak * clamp(0.2 + 0.08 * peak, 0.0, 0.5) * (1.0 - fog_amount(light.place.xyz, distance) * 0.8);
    out.color *= smoothstep(0.6, 2.5, distance);
    return out;
}

@fragment
fn halo_fragment(input: HaloOut) -> @location(0) vec4f {
    let square = dot(input.across, input.across);
    let glow = max(1.0 - square, 0.0);
    return vec4f(input.color * glow * glow * (0.35 + 0.65 * exp2(-square * 14.0)), 0.0);
}
