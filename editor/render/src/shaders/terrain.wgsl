// Terrain tiles: 16-byte vertices placed in voxels from the render origin, which is exact in f32.

struct TerrainIn {
    @location(0) place: vec4u,    // position in 1/256 cells; w: two palette indices
    @location(1) normal: vec4f,
    @location(2) surface: vec4f,  // openness, weight of the second material, slope
    @location(3) tile: vec4f,     // voxels from the render origin; w: voxels per cell
    @location(4) name: vec2u,     // level, strate
}

struct TerrainOut {
    @builtin(position) clip: vec4f,
    @location(0) local: vec3f,
    @location(1) normal: vec3f,
    @location(2) surface: vec3f,
    @location(3) @interpolate(flat) pair: u32,
    @location(4) @interpolate(flat) name: vec2u,
    @location(5) cell: vec3f,
}

fn terrain_local(input: TerrainIn) -> vec3f {
    let cell = vec3f(input.place.xyz) * (1.0 / 256.0);
    return (input.tile.xyz + cell * input.tile.w) * frame.forward.w;
}

@vertex
fn terrain_vertex(input: TerrainIn) -> TerrainOut {
    var out: TerrainOut;
    out.local = terrain_local(input);
    out.clip = frame.clip_from_local * vec4f(out.local, 1.0);
    out.normal = input.normal.xyz;
    out.surface = input.surface.xyz;
    out.pair = input.place.w;
    out.name = input.name;
    out.cell = vec3f(input.place.xyz) * (1.0 / 256.0);
    return out;
}

@vertex
fn terrain_shadow_vertex(input: TerrainIn) -> @builtin(position) vec4f {
    return frame.shadow_from_local * vec4f(terrain_local(input), 1.0);
}

fn index_color(index: u32) -> vec3f {
    let h = hash_cell(vec3i(i32(index), 17, 91));
    let hue = vec3f(f32(h & 255u), f32((h >> 8u) & 255u), f32((h >> 16u) & 255u)) / 255.0;
    return 0.18 + 0.72 * hue;
}

fn level_color(level: u32) -> vec3f {
    var ramp = array<vec3f, 6>(
        vec3f(0.90, 0.32, 0.24), vec3f(0.93, 0.62, 0.20), vec3f(0.80, 0.82, 0.28),
        vec3f(0.30, 0.72, 0.42), vec3f(0.25, 0.55, 0.85), vec3f(0.55, 0.38, 0.80));
    return ramp[min(level, 5u)];
}

// Numbers of the debug views; the order is `DebugView`'s.
fn debug_albedo(input: TerrainOut, normal: vec3f) -> vec3f {
    switch frame.origin_m.w {
        case 1: { return level_color(input.name.x); }
        case 3: { return normal * 0.5 + 0.5; }
        case 4: { return mix(index_color(input.pair & 255u), index_color(input.pair >> 8u), input.surface.y); }
        case 5: { return vec3f(input.surface.x); }
        case 6: { return mix(vec3f(0.75, 0.25, 0.2), vec3f(0.25, 0.6, 0.35), smoothstep(0.9, 0.97, normal.z)); }
        case 7: { return index_color(input.name.y + 300u); }
        default: { return vec3f(0.5); }
    }
}

@fragment
fn terrain_fragment(input: TerrainOut) -> @location(0) vec4f {
    let offset = input.local - frame.camera.xyz;
    let distance = length(offset);
    let normal = normalize(input.normal + vec3f(0.0, 0.0, 1e-5));
    let pixel = input.clip.xy;

    if frame.origin_m.w != 0 {
        let to_eye = -offset / max(distance, 1e-4);
        let shade = 0.35 + 0.45 * max(dot(normal, to_eye), 0.0) + 0.2 * max(normal.z, 0.0);
        var color = debug_albedo(input, normal);
        if frame.origin_m.w != 3 && frame.origin_m.w != 5 { color *= shade * mix(0.6, 1.0, input.surface.x); }
        if frame.origin_m.w == 2 {
            // Cell borders; the line list of true edges is drawn over this where the device can.
            let from_border = abs(fract(input.cell + 0.5) - 0.5);
            let width = distance * frame.camera.w / (frame.forward.w * exp2(f32(input.name.x)));
            let across = from_border / max(sqrt(max(vec3f(1.0) - normal * normal, vec3f(1e-4))), vec3f(0.05));
            let line = 1.0 - smoothstep(width * 0.6, width * 1.6, min(across.x, min(across.y, across.z)));
            color = mix(color * 0.55, vec3f(0.85, 0.93, 1.0), line * (1.0 - smoothstep(0.15, 0.35, width)) * 0.6);
        }
        return vec4f(gamma_encoded(clamp(color * color, vec3f(0.0), vec3f(1.0))), 1.0);
    }

    // The underside of the cap is seen as sky.
    let direction = offset / max(distance, 1e-4);
    let cap = frame.sky.w * smoothstep(0.05, -0.35, normal.z) * smoothstep(-3.0, 3.0, input.local.z - frame.lamp.w);
    if cap >= 0.999 { return developed(sky_radiance(direction), pixel); }
    let is_dry = min(input.local.z, frame.camera.z) >= frame.water.w;
    if is_dry && fog_amount(input.local, distance) > 0.996 { return developed(air_radiance(direction), pixel); }

    let surface = surface_at(input.local, normal, input.surface.x, min(vec2u(input.pair & 255u, input.pair >> 8u), vec2u(LAST_ENTRY)), input.surface.y, distance);
    var color = lit(surface, input.local, normal, distance);
    color = seen(color, input.local, distance);
    if cap > 0.0 { color = mix(color, sky_radiance(direction), cap); }
    return developed(color, pixel);
}

@fragment
fn terrain_wire_fragment() -> @location(0) vec4f {
    return vec4f(0.72, 0.86, 1.0, 0.55);
}
