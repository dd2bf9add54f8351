// What holds for one picture. Colours are linear, lengths are metres; "local" is measured from the render origin.

struct PointLight {
    place: vec4f,    // local position; w: reach
    radiance: vec4f, // rgb
}

struct Frame {
    clip_from_local: mat4x4f,
    shadow_from_local: mat4x4f,
    camera: vec4f,       // local position; w: angle of one pixel in radians
    right: vec4f,        // unit; w: tangent of half the horizontal field of view
    up: vec4f,           // unit; w: tangent of half the vertical field of view
    forward: vec4f,      // unit; w: metres per voxel
    origin_m: vec4i,     // render origin in whole metres; w: debug view
    fog: vec4f,          // rgb; w: extinction per metre
    ambient_up: vec4f,   // rgb; w: local height of the strate's floor
    ambient_down: vec4f, // rgb; w: how much denser the air is at the floor
    sun: vec4f,          // rgb; w: 1 when there is a shadow map
    sun_direction: vec4f, // towards the sun; w: metres per shadow texel
    sky: vec4f,          // rgb; w: 0 rock .. 1 sky
    lamp: vec4f,         // rgb; w: local height from which undersides are the cap
    water: vec4f,        // rgb: what deep water looks like; w: local height of its surface, far below everything where there is none
    clearness: vec4f,    // rgb: extinction of water per metre
    picture: vec4f,      // exposure, number of point lights, width, height
    lights: array<PointLight, 16>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
