// Value noise on lattices of 2^octave cells per metre. The cell's number is an integer counted from the world's origin, so
// that patterns neither slide nor coarsen far out, wherever the render origin is.

fn hash_cell(cell: vec3i) -> u32 {
    var h = bitcast<u32>(cell.x) * 0x8DA6B343u ^ bitcast<u32>(cell.y) * 0xD8163841u ^ bitcast<u32>(cell.z) * 0xCB1AB31Fu;
    h ^= h >> 15u;
    h *= 0x2C9277B5u;
    h ^= h >> 13u;
    h *= 0xAC564B05u;
    return h ^ (h >> 16u);
}

fn hash_unit(cell: vec3i) -> f32 {
    return f32(hash_cell(cell) >> 8u) * (1.0 / 16777216.0);
}

// Value in -1..1 (x) and its gradient per metre (yzw).
fn noise(local: vec3f, octave: i32) -> vec4f {
    let frequency = exp2(f32(octave));
    let scaled = local * frequency;
    let lower = floor(scaled);
    var base = frame.origin_m.xyz;
    if octave >= 0 { base = base << vec3u(u32(octave)); } else { base = base >> vec3u(u32(-octave)); }
    let cell = vec3i(lower) + base + vec3i(octave * 7919);
    let t = scaled - lower;
    let s = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let ds = 30.0 * t * t * (t * (t - 2.0) + 1.0);

    let a = hash_unit(cell);
    let b = hash_unit(cell + vec3i(1, 0, 0));
    let c = hash_unit(cell + vec3i(0, 1, 0));
    let d = hash_unit(cell + vec3i(1, 1, 0));
    let e = hash_unit(cell + vec3i(0, 0, 1));
    let f = hash_unit(cell + vec3i(1, 0, 1));
    let g = hash_unit(cell + vec3i(0, 1, 1));
    let h = hash_unit(cell + vec3i(1, 1, 1));

    let x0 = mix(a, b, s.x);
    let x1 = mix(c, d, s.x);
    let x2 = mix(e, f, s.x);
    let x3 = mix(g, h, s.x);
    let y0 = mix(x0, x1, s.y);
    let y1 = mix(x2, x3, s.y);
    let along_x = mix(mix(b - a, d - c, s.y), mix(f - e, h - g, s.y), s.z);
    let along_y = mix(x1 - x0, x3 - x2, s.z);
    let gradient = vec3f(along_x, along_y, y1 - y0) * ds * frequency * 2.0;
    return vec4f(mix(y0, y1, s.z) * 2.0 - 1.0, gradient);
}

// How much of a pattern of 2^octave cells per metre a pixel at this distance can still show: 1 near, 0 where it would shimmer.
fn detail_left(distance: f32, octave: i32) -> f32 {
    let cells_per_pixel = distance * frame.camera.w * exp2(f32(octave));
    return 1.0 - smoothstep(0.12, 0.5, cells_per_pixel);
}
