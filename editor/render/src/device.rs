//! Devices without a window, and what went wrong on them.

use eframe::wgpu;
use std::sync::{Arc, Mutex, PoisonError};

/// No graphics adapter answered.
#[derive(Debug, thiserror::Error)]
pub enum NoAdapter {
    /// Nothing is installed that wgpu can use.
    #[error("no graphics adapter was found; install a Vulkan driver (software: the package mesa-vulkan-drivers): {0}")]
    NotFound(String),
    /// An adapter exists but gives no device.
    #[error("the graphics adapter {adapter} gives no device: {reason}")]
    Refused {
        /// Its name.
        adapter: String,
        /// The driver's words.
        reason: String,
    },
}

/// What the scene asks of a device: default limits, true wireframe where the adapter can. For the window's own setup too.
pub fn device_descriptor(adapter: &wgpu::Adapter) -> wgpu::DeviceDescriptor<'static> {
    let base = if adapter.get_info().backend == wgpu::Backend::Gl {
        wgpu::Limits::downlevel_defaults()
    } else {
        wgpu::Limits::default()
    };
    wgpu::DeviceDescriptor {
        label: Some("voxelforge"),
        required_features: adapter.features() & wgpu::Features::POLYGON_MODE_LINE,
        required_limits: wgpu::Limits { max_texture_dimension_2d: 8192, ..base }.using_resolution(adapter.limits()),
        ..Default::default()
    }
}

/// A device with no window, for screenshots and tests. `WGPU_BACKEND` and its like are obeyed.
///
/// # Errors
/// [`NoAdapter`] when there is no adapter or it gives no device.
pub fn headless_device() -> Result<(wgpu::Device, wgpu::Queue, wgpu::AdapterInfo), NoAdapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let wanted = wgpu::RequestAdapterOptions { power_preference: wgpu::PowerPreference::HighPerformance, ..Default::default() };
    let adapter =
        pollster::block_on(instance.request_adapter(&wanted)).map_err(|error| NoAdapter::NotFound(error.to_string()))?;
    let info = adapter.get_info();
    let (device, queue) = pollster::block_on(adapter.request_device(&device_descriptor(&adapter)))
        .map_err(|error| NoAdapter::Refused { adapter: info.name.clone(), reason: error.to_string() })?;
    Ok((device, queue, info))
}

/// Errors of a device, collected instead of ending the program. Clones share one list.
#[derive(Clone, Debug, Default)]
pub struct DeviceErrors {
    shared: Arc<Mutex<Collected>>,
}

#[derive(Debug, Default)]
struct Collected {
    messages: Vec<String>,
    lost: Option<String>,
}

impl DeviceErrors {
    /// Collects from now on; replaces the device's former handlers. At most 64 messages wait.
    pub fn collect(device: &wgpu::Device) -> Self {
        let errors = Self::default();
        let sink = errors.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut shared = sink.shared.lock().unwrap_or_else(PoisonError::into_inner);
            if shared.messages.len() < 64 {
                shared.messages.push(error.to_string());
            }
        }));
        let sink = errors.clone();
        device.set_device_lost_callback(move |reason, message| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                sink.shared.lock().unwrap_or_else(PoisonError::into_inner).lost = Some(message);
            }
        });
        errors
    }

    /// Takes the messages that came since the last call.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner).messages)
    }

    /// Why the device is gone, if it is. Make a new device and scene, and stream again.
    pub fn lost(&self) -> Option<String> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).lost.clone()
    }
}
