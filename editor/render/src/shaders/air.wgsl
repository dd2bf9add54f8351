// Sky, fog and the film: what lies between a surface and the eye.

// The colour air takes when looked into along a direction, without disc or clouds.
fn air_radiance(direction: vec3f) -> vec3f {
    let rise = max(direction.z, 0.0);
    let fall = max(-direction.z, 0.0);
    let under_rock = mix(frame.fog.rgb, frame.sky.rgb * 0.35, rise * 0.35) * (1.0 - 0.25 * fall);
    let zenith = 0.14 + 0.86 * (1.0 - exp(-3.2 * rise));
    var open = mix(frame.fog.rgb, frame.sky.rgb, zenith) * (1.0 - 0.18 * fall);
    let toward_sun = max(dot(direction, frame.sun_direction.xyz), 0.0);
    open += frame.sun.rgb * (0.045 * pow(toward_sun, 4.0) + 0.11 * pow(toward_sun, 24.0));
    return mix(under_rock, open, frame.sky.w);
}

// The dome: air, a band of thin cloud, the disc with its glow.
fn sky_radiance(direction: vec3f) -> vec3f {
    var color = air_radiance(direction);
    if frame.sky.w <= 0.0 || direction.z <= 0.0 { return color; }
    let plane = direction.xy / (direction.z + 0.12);
    let drift = vec3f(plane * vec2f(2.6, 1.7), 3.0);
    let cloud = noise(drift, 0).x * 0.6 + noise(drift * 1.07 + vec3f(11.0, 4.0, 0.0), 1).x * 0.3 + noise(drift, 2).x * 0.16;
    let cover = smoothstep(0.02, 0.75, cloud) * smoothstep(0.02, 0.3, direction.z) * 0.55;
    let lit = mix(frame.fog.rgb, vec3f(1.0), 0.35) * (0.35 + 0.12 * length(frame.sun.rgb));
    color = mix(color, max(color, lit), cover * frame.sky.w);
    let toward_sun = dot(direction, frame.sun_direction.xyz);
    let disc = smoothstep(0.99935, 0.99975, toward_sun) * 4.0 + exp2((toward_sun - 1.0) * 900.0) * 0.7;
    return color + frame.sun.rgb * disc * frame.sky.w;
}

// Share of the light that fog replaces over the way from the camera to a local position. The air is denser near the floor.
fn fog_amount(local: vec3f, distance: f32) -> f32 {
    let middle = 0.5 * (local.z + frame.camera.z) - frame.ambient_up.w;
    let ground_haze = frame.ambient_down.w * exp2(-clamp(middle, 0.0, 200.0) * 0.16);
    return 1.0 - exp(-distance * frame.fog.w * (0.8 + ground_haze));
}

fn through_air(color: vec3f, local: vec3f, distance: f32) -> vec3f {
    let direction = (local - frame.camera.xyz) / max(distance, 1e-4);
    return mix(color, air_radiance(direction), fog_amount(local, distance));
}

// Light that ripples gather under water, strongest on what lies shallow and level.
fn caustics(local: vec3f, depth: f32) -> f32 {
    let place = vec3f(local.xy, depth * 0.35);
    let web = 1.0 - abs(noise(place, 0).x + 0.5 * noise(place, 1).x);
    return pow(clamp(web, 0.0, 1.0), 6.0) * exp2(-depth * 0.12);
}

// A surface as it is seen: through air, and through water where the sight line dips below its level. From above, water mirrors the air.
fn seen(color: vec3f, local: vec3f, distance: f32) -> vec3f {
    let level = frame.water.w;
    let eye = frame.camera.z;
    let lowest = min(eye, local.z);
    if lowest >= level { return through_air(color, local, distance); }
    let direction = (local - frame.camera.xyz) / max(distance, 1e-4);
    let wet = distance * clamp((level - lowest) / max(abs(local.z - eye), 1e-4), 0.0, 1.0);
    let depth = max(level - local.z, 0.0);
    let left = exp(-frame.clearness.rgb * (wet + 0.35 * depth));
    // Deep water is darker.
    let deep = frame.water.rgb * (0.35 + 0.65 * exp2(-0.06 * max(level - 0.5 * (lowest + min(local.z, level)), 0.0)));
    var under = color * (1.0 + 0.9 * caustics(local, depth)) * left + deep * (vec3f(1.0) - left);
    if eye < level { return under; }

    let at = frame.camera.xyz + direction * (distance - wet);
    let ripples = noise(at, 0).yz * 0.045 + noise(at, 2).yz * 0.012;
    let normal = normalize(vec3f(-ripples * detail_left(distance - wet, 0), 1.0));
    let mirrored = reflect(direction, normal);
    let fresnel = 0.02 + 0.98 * pow(1.0 - max(dot(-direction, normal), 0.0), 5.0);
    var mirror = air_radiance(vec3f(mirrored.xy, abs(mirrored.z)));
    mirror += frame.sun.rgb * pow(max(dot(mirrored, frame.sun_direction.xyz), 0.0), 320.0) * 6.0;
    let light_count = i32(frame.picture.y);
    for (var i = 0; i < light_count; i++) {
        let toward = normalize(frame.lights[i].place.xyz - at);
        mirror += frame.lights[i].radiance.rgb * pow(max(dot(mirrored, toward), 0.0), 160.0) * 0.6;
    }
    return through_air(mix(under, mirror, clamp(fresnel, 0.0, 1.0)), at, distance - wet);
}

fn luminance(color: vec3f) -> f32 {
    return dot(color, vec3f(0.2126, 0.7152, 0.0722));
}

// Filmic curve: a toe that deepens shadows a little, a straight middle, a soft shoulder that bleaches strong colours.
fn film_curve(exposed: vec3f) -> vec3f {
    return 1.0 - exp(-1.3 * exposed * (0.82 + 0.3 * exposed / (exposed + 0.25)));
}

fn film(radiance: vec3f) -> vec3f {
    let exposed = max(radiance * frame.picture.x, vec3f(0.0));
    let level = luminance(exposed);
    let by_level = exposed * (film_curve(vec3f(level)).x / max(level, 1e-5));
    return clamp(mix(by_level, film_curve(exposed), 0.75), vec3f(0.0), vec3f(1.0));
}

fn gamma_encoded(linear: vec3f) -> vec3f {
    let low = linear * 12.92;
    let high = 1.055 * pow(max(linear, vec3f(0.0031308)), vec3f(1.0 / 2.4)) - 0.055;
    return select(high, low, linear <= vec3f(0.0031308));
}

// From radiance to the bytes of the picture; half a step of noise hides banding in dark fog.
fn developed(radiance: vec3f, pixel: vec2f) -> vec4f {
    let grain = hash_unit(vec3i(vec2i(pixel), 5)) - 0.5;
    return vec4f(gamma_encoded(film(radiance)) + grain / 255.0, 1.0);
}
