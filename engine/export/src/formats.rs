//! Meshes as files: Wavefront OBJ, PLY (binary, little-endian) and glTF (one binary file, Y up as the format demands).

use crate::Mesh;
use glam::Vec3;
use serde_json::json;
use std::fmt::Write as _;

impl Mesh {
    /// Wavefront OBJ, Z up.
    pub fn obj(&self) -> Vec<u8> {
        let mut text = String::from("# metres, z up\n");
        for p in &self.positions {
            let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
        }
        for n in &self.normals {
            let _ = writeln!(text, "vn {} {} {}", n.x, n.y, n.z);
        }
        for [a, b, c] in self.triangles.iter().map(|t| t.map(|i| i + 1)) {
            let _ = writeln!(text, "f {a}//{a} {b}//{b} {c}//{c}");
        }
        text.into_bytes()
    }
    /// Binary PLY, Z up.
    pub fn ply(&self) -> Vec<u8> {
        let mut bytes = format!(
            "ply\nformat binary_little_endian 1.0\ncomment metres, z up\nelement vertex {}\nproperty float x\nproperty float y\n\
             property float z\nproperty float nx\nproperty float ny\nproperty float nz\nelement face {}\n\
             property list uchar uint vertex_indices\nend_header\n",
            self.positions.len(),
            self.triangles.len()
        )
        .into_bytes();
        for (position, normal) in self.positions.iter().zip(&self.normals) {
            put(&mut bytes, *position);
            put(&mut bytes, *normal);
        }
        for triangle in &self.triangles {
            bytes.push(3);
            triangle.iter().for_each(|i| bytes.extend(i.to_le_bytes()));
        }
        bytes
    }
    /// Binary glTF 2.0, Y up.
    pub fn glb(&self) -> Vec<u8> {
        let turned = |v: &Vec3| Vec3::new(v.x, v.z, -v.y);
        let mut data = Vec::new();
        let (mut low, mut high) = (Vec3::splat(f32::MAX), Vec3::splat(f32::MIN));
        for position in self.positions.iter().map(turned) {
            low = Vec3::select(position.cmplt(low), position, low);
            high = Vec3::select(position.cmpgt(high), position, high);
            put(&mut data, position);
        }
        let normals_at = data.len();
        self.normals.iter().map(turned).for_each(|n| put(&mut data, n));
        let indices_at = data.len();
        self.triangles.iter().flatten().for_each(|i| data.extend(i.to_le_bytes()));
        let (vertices, indices) = (self.positions.len(), self.triangles.len() * 3);
        let document = json!({
            "asset": { "version": "2.0", "generator": "VoxelForge" },
            "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "NORMAL": 1 }, "indices": 2, "material": 0 }] }],
            "materials": [{ "pbrMetallicRoughness": { "baseColorFactor": [0.5, 0.47, 0.43, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.9 } }],
            "accessors": [
                { "bufferView": 0, "componentType": 5126, "count": vertices, "type": "VEC3", "min": low.to_array(), "max": high.to_array() },
                { "bufferView": 1, "componentType": 5126, "count": vertices, "type": "VEC3" },
                { "bufferView": 2, "componentType": 5125, "count": indices, "type": "SCALAR" },
            ],
            "bufferViews": [
                { "buffer": 0, "byteOffset": 0, "byteLength": normals_at, "target": 34962 },
                { "buffer": 0, "byteOffset": normals_at, "byteLength": indices_at - normals_at, "target": 34962 },
                { "buffer": 0, "byteOffset": indices_at, "byteLength": data.len() - indices_at, "target": 34963 },
            ],
            "buffers": [{ "byteLength": data.len() }],
        });
        let mut text = document.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        data.resize(data.len().next_multiple_of(4), 0);
        let total = 12 + 8 + text.len() + 8 + data.len();
        let mut bytes = b"glTF".to_vec();
        for word in [2, total as u32, text.len() as u32] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(b"JSON");
        bytes.extend(text);
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(b"BIN\0");
        bytes.extend(data);
        bytes
    }
}

fn put(bytes: &mut Vec<u8>, v: Vec3) {
    v.to_array().iter().for_each(|c| bytes.extend(c.to_le_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> Mesh {
        Mesh {
            positions: vec![Vec3::ZERO, Vec3::new(1.5, 0.0, 0.0), Vec3::new(0.0, 2.5, -0.5)],
            normals: vec![Vec3::Z; 3],
            triangles: vec![[0, 1, 2]],
        }
    }

    #[test]
    fn a_glb_states_its_own_length_and_bounds() {
        let bytes = triangle().glb();
        assert_eq!(&bytes[..4], b"glTF");
        assert_eq!(u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize, bytes.len());
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let document: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
        assert_eq!(document["accessors"][0]["min"], json!([0.0, -0.5, -2.5]));
        assert_eq!(document["buffers"][0]["byteLength"], json!(3 * 24 + 12));
    }

    #[test]
    fn obj_counts_vertices_from_one() {
        let text = String::from_utf8(triangle().obj()).unwrap();
        assert!(text.ends_with("f 1//1 2//2 3//3\n"));
    }

    #[test]
    fn a_ply_holds_every_vertex_and_face() {
        let bytes = triangle().ply();
        let end = bytes.windows(11).position(|w| w == b"end_header\n").unwrap() + 11;
        assert_eq!(bytes.len() - end, 3 * 24 + 13);
    }
}
