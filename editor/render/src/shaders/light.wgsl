// Light on a surface: hemisphere, sun with its shadow, the lamp the viewer carries, point lights, and a fill so that nothing is black.

@group(0) @binding(2) var shadow_map: texture_depth_2d;
@group(0) @binding(3) var shadow_sampler: sampler_comparison;

fn sun_visible(local: vec3f, normal: vec3f) -> f32 {
    if frame.sun.w <= 0.0 { return 1.0; }
    let texel_m = frame.sun_direction.w;
    let lifted = local + normal * texel_m * 1.6 + frame.sun_direction.xyz * texel_m * 0.8;
    let place = frame.shadow_from_local * vec4f(lifted, 1.0);
    let edge = max(abs(place.x), abs(place.y));
    if edge >= 1.0 || place.z >= 1.0 || place.z <= 0.0 { return 1.0; }
    let uv = place.xy * vec2f(0.5, -0.5) + 0.5;
    let step = 0.9 / f32(textureDimensions(shadow_map).x);
    var lit = 0.0;
    lit += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + vec2f(-0.4, -1.1) * step, place.z);
    lit += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + vec2f(1.1, -0.4) * step, place.z);
    lit += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + vec2f(0.4, 1.1) * step, place.z);
    lit += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + vec2f(-1.1, 0.4) * step, place.z);
    return mix(lit * 0.25, 1.0, smoothstep(0.8, 1.0, edge));
}

// Diffuse and gloss of one light; `toward` is unit.
fn reflected(surface: Surface, toward: vec3f, to_eye: vec3f) -> vec3f {
    let facing = dot(surface.normal, toward);
    if facing <= 0.0 { return vec3f(0.0); }
    let gloss = 1.0 - surface.roughness;
    let power = exp2(2.0 + 7.0 * gloss);
    let halfway = normalize(toward + to_eye);
    let highlight = pow(max(dot(surface.normal, halfway), 0.0), power) * (power + 8.0) * 0.012 * gloss;
    return (surface.albedo + vec3f(highlight)) * facing;
}

fn lit(surface: Surface, local: vec3f, geometric_normal: vec3f, distance: f32) -> vec3f {
    let to_eye = (frame.camera.xyz - local) / max(distance, 1e-4);
    let occlusion = mix(0.3, 1.0, smoothstep(0.1, 0.95, surface.openness));
    let around = mix(frame.ambient_down.rgb, frame.ambient_up.rgb, 0.5 + 0.5 * surface.normal.z);
    var color = surface.albedo * around * occlusion;

    if frame.sun.r + frame.sun.g + frame.sun.b > 0.0 {
        let direct = reflected(surface, frame.sun_direction.xyz, to_eye);
        if direct.x + direct.y + direct.z > 0.0 { color += direct * frame.sun.rgb * sun_visible(local, geometric_normal); }
    }

    // The lamp sits beside the eye, so that bumps cast their own shade.
    let lamp = frame.camera.xyz + frame.right.xyz * 0.22 + frame.up.xyz * 0.28 - local;
    let lamp_m = length(lamp);
    let toward_lamp = lamp / max(lamp_m, 1e-4);
    let in_cone = smoothstep(0.45, 0.98, dot(-toward_lamp, frame.forward.xyz));
    let falloff = 1.0 / (1.0 + lamp_m * lamp_m * 0.013);
    color += reflected(surface, toward_lamp, to_eye) * frame.lamp.rgb * falloff * (0.16 + 0.84 * in_cone) * (0.55 + 0.45 * occlusion);

    let light_count = i32(frame.picture.y);
    for (var i = 0; i < light_count; i++) {
        let light = frame.lights[i];
        let offset = light.place.xyz - local;
        let reach = light.place.w;
        let square = dot(offset, offset);
        if square >= reach * reach { continue; }
        let away = sqrt(square);
        let fade = 1.0 - square / (reach * reach);
        let strength = fade * fade * 2.2 / (0.9 + 0.16 * square);
        color += reflected(surface, offset / max(away, 1e-4), to_eye) * light.radiance.rgb * strength * occlusion;
    }

    // Readable even where no light reaches; where there is light, shade stays shade.
    let fill = (0.16 + 0.12 * max(dot(surface.normal, to_eye), 0.0)) / (frame.picture.x * (1.0 + 9.0 * frame.picture.x * luminance(color)));
    color += (surface.albedo * 0.8 + vec3f(0.05)) * fill * mix(0.5, 1.0, occlusion);
    return color + surface.emitted;
}
