// Gradient noise on lattices of 2^octave cells per metre. The cell's number is an integer counted from the world's origin, so
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

// A corner's slope (yzw) and what it makes of the offset from the corner (x).
fn corner(cell: vec3i, offset: vec3f) -> vec4f {
    let h = hash_cell(cell);
    let slope = vec3f(f32(h & 1023u), f32((h >> 10u) & 1023u), f32(h >> 22u)) * (2.0 / 1023.0) - 1.0;
    return vec4f(dot(slope, offset), slope);
}

// About -1..1 (x) and its gradient per metre (yzw).
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

    let a = corner(cell, t);
    let b = corner(cell + vec3i(1, 0, 0), t - vec3f(1.0, 0.0, 0.0));
    let c = corner(cell + vec3i(0, 1, 0), t - vec3f(0.0, 1.0, 0.0));
    let d = corner(cell + vec3i(1, 1, 0), t - vec3f(1.0, 1.0, 0.0));
    let e = corner(cell + vec3i(0, 0, 1), t - vec3f(0.0, 0.0, 1.0));
    let f = corner(cell + vec3i(1, 0, 1), t - vec3f(1.0, 0.0, 1.0));
    let g = corner(cell + vec3i(0, 1, 1), t - vec3f(0.0, 1.0, 1.0));
    let h = corner(cell + vec3i(1, 1, 1), t - vec3f(1.0, 1.0, 1.0));

    let y0 = mix(mix(a, b, s.x), mix(c, d, s.x), s.y);
    let y1 = mix(mix(e, f, s.x), mix(g, h, s.x), s.y);
    let along_x = mix(mix(b.x - a.x, d.x - c.x, s.y), mix(f.x - e.x, h.x - g.x, s.y), s.z);
    let along_y = mix(mix(c.x - a.x, d.x - b.x, s.x), mix(g.x - e.x, h.x - f.x, s.x), s.z);
    let value = mix(y0, y1, s.z);
    let gradient = value.yzw + vec3f(along_x, along_y, y1.x - y0.x) * ds;
    return vec4f(value.x, gradient * frequency) * 1.5;
}

// How much of a pattern of 2^octave cells per metre a pixel at this distance can still show: 1 near, 0 where it would shimmer.
fn detail_left(distance: f32, octave: i32) -> f32 {
    let cells_per_pixel = distance * frame.camera.w * exp2(f32(octave));
    return 1.0 - smoothstep(0.12, 0.5, cells_per_pixel);
}
