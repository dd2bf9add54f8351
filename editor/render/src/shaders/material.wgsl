// Procedural materials of the palette. Patterns are solid (a function of the place), so no projection seams exist.

struct Material {
    ground: vec4f,           // rgb; w: cosine of the slope at which ground turns to rock
    ground_variation: vec4f, // rgb; w: roughness
    rock: vec4f,             // rgb; w: strength of layers
    rock_variation: vec4f,   // rgb; w: height of a layer, metres
    glow: vec4f,             // rgb × strength; w: strength of small bumps
}

const LAST_ENTRY = 203u;

struct Palette { entries: array<Material, 204> }

@group(0) @binding(1) var<uniform> palette: Palette;

struct Surface {
    albedo: vec3f,
    roughness: f32,
    normal: vec3f,
    openness: f32,
    emitted: vec3f,
}

// One noise on each scale; those that a pixel cannot show are neither computed nor seen.
struct Pattern {
    vast: f32,     // 64 m
    broad: vec4f,  // 8 m
    middle: vec4f, // 1 m
    fine: vec4f,   // 25 cm
    grain: vec4f,  // 6 cm
    dust: f32,     // 1.5 cm
}

fn pattern_at(local: vec3f, distance: f32) -> Pattern {
    var pattern: Pattern;
    pattern.vast = noise(local, -6).x;
    pattern.broad = noise(local, -3);
    let middle = detail_left(distance, 0);
    if middle > 0.0 { pattern.middle = noise(local + pattern.broad.yzw * 1.5, 0) * middle; }
    let fine = detail_left(distance, 2);
    if fine > 0.0 { pattern.fine = noise(local, 2) * fine; }
    let grain = detail_left(distance, 4);
    if grain > 0.0 { pattern.grain = noise(local, 4) * grain; }
    let dust = detail_left(distance, 6);
    if dust > 0.0 { pattern.dust = noise(local, 6).x * dust; }
    return pattern;
}

struct Layer {
    tone: f32, // -1..1, different for each layer
    edge: f32, // 1 in the joint below a layer
    lean: f32, // the joint is hollow: 1 where the surface faces up into it, -1 where it hangs over it
}

fn layer_at(height_m: f32, layer_m: f32, pattern: Pattern, distance: f32) -> Layer {
    let place = (height_m + pattern.broad.x * 1.6 + pattern.middle.x * 0.14 + pattern.fine.x * 0.03) / layer_m;
    let number = floor(place);
    let within = place - number;
    let cells_per_pixel = distance * frame.camera.w / layer_m;
    let clear = 1.0 - smoothstep(0.1, 0.6, cells_per_pixel);
    let tone = hash_unit(vec3i(i32(number), 31, 7)) * 2.0 - 1.0;
    let above = hash_unit(vec3i(i32(number) + 1, 31, 7)) * 2.0 - 1.0;
    var layer: Layer;
    layer.tone = mix(tone, above, smoothstep(0.82, 1.0, within)) * clear;
    layer.edge = (smoothstep(0.80, 0.97, within) - smoothstep(0.97, 1.0, within)) * clear;
    layer.lean = (smoothstep(0.7, 0.88, within) * (1.0 - smoothstep(0.92, 1.0, within)) - (1.0 - smoothstep(0.0, 0.16, within))) * clear;
    return layer;
}

fn rock_at(entry: Material, pattern: Pattern, layer: Layer, height_m: f32, distance: f32) -> vec3f {
    let share = smoothstep(-0.55, 0.55, 0.5 * pattern.vast + 0.55 * pattern.broad.x + 0.25 * pattern.middle.x + 0.12 * pattern.fine.x);
    var rock = mix(entry.rock.rgb, entry.rock_variation.rgb, share);
    // Within a layer lie thin beds.
    let bed = layer_at(height_m + 0.37, entry.rock_variation.w * 0.19, pattern, distance);
    rock *= 1.0 + entry.rock.w * (0.38 * layer.tone - 0.34 * layer.edge + 0.16 * bed.tone - 0.12 * bed.edge);
    // Rough stone is darker in its pits than it is bright on its knobs.
    let knobs = 0.16 * pattern.middle.x + 0.24 * pattern.fine.x + 0.32 * pattern.grain.x + 0.24 * pattern.dust;
    return rock * (1.0 + knobs - 0.35 * knobs * knobs);
}

fn ground_at(entry: Material, pattern: Pattern) -> vec3f {
    let wide = 0.6 * pattern.vast + 0.5 * pattern.broad.x + 0.28 * pattern.middle.x;
    let share = smoothstep(-0.65, 0.65, wide + 0.3 * pattern.fine.x + 0.16 * pattern.grain.x);
    var ground = mix(entry.ground.rgb, entry.ground_variation.rgb, share);
    // Tufts and crumbs: small, contrasty, a little warmer where they are bright.
    let crumbs = 0.24 * pattern.fine.x + 0.62 * pattern.grain.x + 0.5 * pattern.dust;
    ground *= max(vec3f(0.35), vec3f(1.0) + crumbs * vec3f(0.92, 0.8, 0.62) + 0.12 * pattern.middle.x);
    let pebble = smoothstep(0.46, 0.56, pattern.grain.x + 0.3 * pattern.fine.x + 0.22 * pattern.broad.x);
    return mix(ground, mix(entry.rock.rgb, entry.rock_variation.rgb, 0.6) * (1.05 + 0.5 * pattern.dust), pebble * 0.6);
}

fn material_at(entry: Material, pattern: Pattern, local: vec3f, normal: vec3f, openness: f32, distance: f32) -> Surface {
    let steepness = normal.z + 0.13 * pattern.middle.x + 0.1 * pattern.fine.x + 0.08 * pattern.broad.x + 0.04 * pattern.grain.x;
    let ground_share = smoothstep(entry.ground.w - 0.06, entry.ground.w + 0.06, steepness);
    let height_m = local.z + f32(frame.origin_m.z);
    let layer = layer_at(height_m, entry.rock_variation.w, pattern, distance);
    var rock = entry.rock.rgb;
    if ground_share < 1.0 { rock = rock_at(entry, pattern, layer, height_m, distance); }
    var ground = entry.ground.rgb;
    if ground_share > 0.0 { ground = ground_at(entry, pattern); }

    var surface: Surface;
    surface.albedo = mix(rock, ground, ground_share);
    // Hollows hold damp and dust.
    let damp = clamp((0.8 - openness) * 1.6, 0.0, 1.0);
    surface.albedo *= 1.0 - 0.3 * damp;
    surface.roughness = clamp(entry.ground_variation.w * (1.0 - 0.35 * damp) + 0.1 * pattern.fine.x, 0.05, 1.0);

    let bump = entry.glow.w;
    var slope = pattern.middle.yzw * 0.05 + pattern.fine.yzw * 0.022 + pattern.grain.yzw * 0.0085;
    slope *= bump * mix(1.0, 0.75, ground_share);
    slope.z -= entry.rock.w * layer.lean * 0.5 * (1.0 - ground_share);
    slope -= normal * dot(slope, normal);
    surface.normal = normalize(normal - slope);
    surface.openness = openness;

    // Veins gather where the rock is rich; round each the stone is lit from within.
    if entry.glow.r + entry.glow.g + entry.glow.b > 0.0 {
        let from_vein = abs(pattern.middle.x * 0.34 + pattern.broad.x * 0.9 + 0.09 * pattern.fine.x);
        let rich = smoothstep(-0.08, 0.35, 0.6 * pattern.vast + 2.2 * pattern.broad.y);
        let core = 1.0 - smoothstep(0.02, 0.085, from_vein);
        let halo = exp2(-from_vein * 15.0);
        surface.emitted = entry.glow.rgb * rich * (core * (0.8 + 0.5 * pattern.fine.x) + 0.16 * halo * halo);
    }
    return surface;
}

// Two entries of the palette, the second with this weight; the border between them is ragged rather than a smear.
fn surface_at(local: vec3f, normal: vec3f, openness: f32, pair: vec2u, weight: f32, distance: f32) -> Surface {
    let pattern = pattern_at(local, distance);
    let border = smoothstep(0.3, 0.7, weight + 0.22 * pattern.middle.x * (1.0 - abs(weight * 2.0 - 1.0)));
    if pair.x == pair.y || border <= 0.0 { return material_at(palette.entries[pair.x], pattern, local, normal, openness, distance); }
    if border >= 1.0 { return material_at(palette.entries[pair.y], pattern, local, normal, openness, distance); }
    let first = material_at(palette.entries[pair.x], pattern, local, normal, openness, distance);
    let second = material_at(palette.entries[pair.y], pattern, local, normal, openness, distance);
    var surface: Surface;
    surface.albedo = mix(first.albedo, second.albedo, border);
    surface.roughness = mix(first.roughness, second.roughness, border);
    surface.normal = normalize(mix(first.normal, second.normal, border));
    surface.emitted = mix(first.emitted, second.emitted, border);
    surface.openness = openness;
    return surface;
}
