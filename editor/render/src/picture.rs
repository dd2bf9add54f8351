//! Reading a picture back to the CPU.

use crate::targets::Target;
use eframe::wgpu;
use std::time::Duration;

/// Gamma-encoded pixels, as a PNG holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Red, green, blue, opacity (255), rows from the top.
    pub rgba: Vec<u8>,
}

/// Why a picture cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Nothing has been drawn yet.
    #[error("no picture has been drawn")]
    Nothing,
    /// The device failed or took more than a minute.
    #[error("the graphics device did not hand over the picture: {0}")]
    Device(String),
}

impl Picture {
    /// Bytes of the pixel at column `x` from the left and row `y` from the top; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba.get(at..at + 4)?.try_into().ok()
    }

    pub(crate) fn read(device: &wgpu::Device, queue: &wgpu::Queue, target: &Target) -> Result<Self, ReadError> {
        let [width, height] = target.size();
        let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: u64::from(row) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("read back") });
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: Some(height) };
        encoder.copy_texture_to_buffer(
            target.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            target.texture.size(),
        );
        let submission = queue.submit([encoder.finish()]);
        let (sender, receiver) = std::sync::mpsc::channel();
        buffer.map_async(wgpu::MapMode::Read, .., move |result| {
            // The receiver is gone only when waiting already failed.
            let _ = sender.send(result);
        });
        device
            .poll(wgpu::PollType::Wait { submission_index: Some(submission), timeout: Some(Duration::from_secs(60)) })
            .map_err(|error| ReadError::Device(error.to_string()))?;
        let mapped = receiver.try_recv().map_err(|error| ReadError::Device(error.to_string()))?;
        mapped.map_err(|error| ReadError::Device(error.to_string()))?;
        let bytes = buffer.get_mapped_range(..).map_err(|error| ReadError::Device(error.to_string()))?;
        let rgba = bytes.chunks_exact(row as usize).flat_map(|line| line[..width as usize * 4].iter().copied()).collect();
        Ok(Self { width, height, rgba })
    }
}
