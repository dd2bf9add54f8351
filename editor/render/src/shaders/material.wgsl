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

struct Pattern {
    broad: vec4f,  // 8 m
    middle: vec4f, // 1 m
    fine: vec4f,   // 25 cm
    grain: vec4f,  // 6 cm
    dust: f32,     // 1.5 cm
}

fn pattern_at(local: vec3f, distance: f32) -> Pattern {
    var pattern: Pattern;
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

fn material_at(entry: Material, pattern: Pattern, local: vec3f, normal: vec3f, openness: f32, distance: f32) -> Surface {
    let steepness = normal.z + 0.16 * pattern.middle.x + 0.08 * pattern.fine.x + 0.07 * pattern.broad.x;
    let ground_share = smoothstep(entry.ground.w - 0.07, entry.ground.w + 0.07, steepness);

    let rock_mix = clamp(0.5 + 0.55 * pattern.broad.x + 0.3 * pattern.middle.x, 0.0, 1.0);
    var rock = mix(entry.rock.rgb, entry.rock_variation.rgb, rock_mix);
    let layer = layer_at(local.z + f32(frame.origin_m.z), entry.rock_variation.w, pattern, distance);
    rock *= 1.0 + entry.rock.w * (0.42 * layer.tone - 0.4 * layer.edge);
    let crack = 1.0 - smoothstep(0.0, 0.1, abs(pattern.middle.x + 0.35 * pattern.fine.x));
    rock *= 1.0 - 0.3 * crack * detail_left(distance, 0);
    rock *= 1.0 + 0.24 * pattern.fine.x + 0.2 * pattern.grain.x + 0.16 * pattern.dust;

    let ground_mix = clamp(0.5 + 0.8 * pattern.broad.x + 0.55 * pattern.middle.x + 0.25 * pattern.fine.x, 0.0, 1.0);
    var ground = mix(entry.ground.rgb, entry.ground_variation.rgb, smoothstep(0.15, 0.85, ground_mix));
    ground *= 1.0 + 0.22 * pattern.fine.x + 0.3 * pattern.grain.x + 0.3 * pattern.dust;
    let pebble = smoothstep(0.5, 0.62, pattern.grain.x + 0.45 * pattern.middle.x);
    ground = mix(ground, entry.rock.rgb * (1.15 + 0.4 * pattern.dust), pebble * 0.42);

    var surface: Surface;
    surface.albedo = mix(rock, ground, ground_share);
    // Hollows hold damp and dust.
    let damp = clamp((0.8 - openness) * 1.6, 0.0, 1.0);
    surface.albedo *= 1.0 - 0.25 * damp;
    surface.roughness = clamp(entry.ground_variation.w * (1.0 - 0.35 * damp) + 0.1 * pattern.fine.x, 0.05, 1.0);

    let bump = entry.glow.w;
    var slope = pattern.middle.yzw * 0.085 + pattern.fine.yzw * 0.03 + pattern.grain.yzw * 0.0065;
    slope *= bump * mix(1.0, 0.6, ground_share);
    slope.z -= entry.rock.w * layer.lean * 0.5 * (1.0 - ground_share);
    slope -= normal * dot(slope, normal);
    surface.normal = normalize(normal - slope);
    surface.openness = openness;

    let vein = 1.0 - smoothstep(0.02, 0.13, abs(pattern.middle.x * 0.7 + pattern.broad.x * 0.5 + 0.12 * pattern.fine.x));
    surface.emitted = entry.glow.rgb * vein * vein * (0.55 + 0.45 * pattern.fine.x);
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
