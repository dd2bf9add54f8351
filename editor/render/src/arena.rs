//! Sub-allocation: many tiles share few large GPU buffers.
//!
//! Offsets are bytes, multiples of [`ALIGN`]. Free ranges are kept sorted and merged; the lowest that fits is taken. A page that
//! becomes empty is released, all but the last one.

use eframe::wgpu;

/// Every allocation starts and ends on a multiple of this: a terrain vertex, four indices of 32 bit, eight of 16.
pub(crate) const ALIGN: u64 = 16;
const PAGE_BYTES: u64 = 4 << 20;

/// A piece of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub page: usize,
    pub offset: u64,
    pub size: u64,
}

/// Free ranges of one page.
#[derive(Debug)]
struct FreeList {
    capacity: u64,
    free: Vec<(u64, u64)>,
}

impl FreeList {
    fn new(capacity: u64) -> Self {
        Self { capacity, free: vec![(0, capacity)] }
    }

    fn take(&mut self, size: u64) -> Option<u64> {
        let at = self.free.iter().position(|&(_, length)| length >= size)?;
        let (offset, length) = self.free[at];
        if length == size {
            self.free.remove(at);
        } else {
            self.free[at] = (offset + size, length - size);
        }
        Some(offset)
    }

    fn give_back(&mut self, offset: u64, size: u64) {
        let at = self.free.partition_point(|&(start, _)| start < offset);
        self.free.insert(at, (offset, size));
        if at + 1 < self.free.len() && offset + size == self.free[at + 1].0 {
            self.free[at].1 += self.free.remove(at + 1).1;
        }
        if at > 0 && self.free[at - 1].0 + self.free[at - 1].1 == offset {
            self.free[at - 1].1 += self.free.remove(at).1;
        }
    }

    fn is_unused(&self) -> bool {
        self.free == [(0, self.capacity)]
    }
}

struct Page {
    buffer: wgpu::Buffer,
    list: FreeList,
}

/// Pages of one usage.
pub(crate) struct Arena {
    label: &'static str,
    usage: wgpu::BufferUsages,
    pages: Vec<Option<Page>>,
}

impl Arena {
    pub fn new(label: &'static str, usage: wgpu::BufferUsages) -> Self {
        Self { label, usage: usage | wgpu::BufferUsages::COPY_DST, pages: Vec::new() }
    }

    /// Copies `bytes` to the GPU. `None` for no bytes.
    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, bytes: &[u8]) -> Option<Span> {
        if bytes.is_empty() {
            return None;
        }
        let size = (bytes.len() as u64).next_multiple_of(ALIGN);
        let span = self.allocate(device, size);
        let page = self.pages.get(span.page)?.as_ref()?;
        let whole = bytes.len() / 4 * 4;
        queue.write_buffer(&page.buffer, span.offset, &bytes[..whole]);
        if whole < bytes.len() {
            let mut last = [0; 4];
            last[..bytes.len() - whole].copy_from_slice(&bytes[whole..]);
            queue.write_buffer(&page.buffer, span.offset + whole as u64, &last);
        }
        Some(span)
    }

    fn allocate(&mut self, device: &wgpu::Device, size: u64) -> Span {
        for (page, slot) in self.pages.iter_mut().enumerate() {
            if let Some(offset) = slot.as_mut().and_then(|page| page.list.take(size)) {
                return Span { page, offset, size };
            }
        }
        let capacity = size.max(PAGE_BYTES);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(self.label),
            size: capacity,
            usage: self.usage,
            mapped_at_creation: false,
        });
        let mut list = FreeList::new(capacity);
        let offset = list.take(size).unwrap_or(0);
        let made = Some(Page { buffer, list });
        let page = match self.pages.iter().position(Option::is_none) {
            Some(hole) => {
                self.pages[hole] = made;
                hole
            }
            None => {
                self.pages.push(made);
                self.pages.len() - 1
            }
        };
        Span { page, offset, size }
    }

    /// Returns a span to its page.
    pub fn release(&mut self, span: Span) {
        let others = self.pages.iter().flatten().count() > 1;
        if let Some(slot) = self.pages.get_mut(span.page) {
            if let Some(page) = slot {
                page.list.give_back(span.offset, span.size);
                if page.list.is_unused() && others {
                    *slot = None;
                }
            }
        }
    }

    pub fn buffer(&self, span: Span) -> Option<&wgpu::Buffer> {
        self.pages.get(span.page)?.as_ref().map(|page| &page.buffer)
    }

    /// Bytes of all pages, used or not.
    pub fn bytes(&self) -> u64 {
        self.pages.iter().flatten().map(|page| page.list.capacity).sum()
    }
}

/// A buffer that is rewritten for each picture and grows by doubling.
pub(crate) struct Growing {
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: Option<wgpu::Buffer>,
}

impl Growing {
    pub fn new(label: &'static str) -> Self {
        Self { label, usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST, buffer: None }
    }

    /// Replaces the content. `bytes` is a multiple of 4 long. `None` when there is nothing.
    pub fn write(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, bytes: &[u8]) -> Option<&wgpu::Buffer> {
        if bytes.is_empty() {
            return None;
        }
        let size = bytes.len() as u64;
        if self.buffer.as_ref().is_none_or(|buffer| buffer.size() < size) {
            let descriptor = wgpu::BufferDescriptor {
                label: Some(self.label),
                size: size.next_power_of_two().max(1024),
                usage: self.usage,
                mapped_at_creation: false,
            };
            self.buffer = Some(device.create_buffer(&descriptor));
        }
        let buffer = self.buffer.as_ref()?;
        queue.write_buffer(buffer, 0, bytes);
        Some(buffer)
    }

    pub fn bytes(&self) -> u64 {
        self.buffer.as_ref().map_or(0, wgpu::Buffer::size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_never_overlap_and_all_memory_comes_back() {
        let mut list = FreeList::new(1 << 12);
        let mut held: Vec<(u64, u64)> = Vec::new();
        let mut state = 12345_u32;
        for _ in 0..4000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let size = u64::from(state >> 24) % 20 * ALIGN + ALIGN;
            match list.take(size) {
                Some(offset) if state & 3 != 0 => {
                    assert!(held.iter().all(|&(o, s)| offset + size <= o || o + s <= offset));
                    assert!(offset + size <= 1 << 12);
                    held.push((offset, size));
                }
                Some(offset) => list.give_back(offset, size),
                None => {
                    let (offset, size) = held.swap_remove((state >> 8) as usize % held.len());
                    list.give_back(offset, size);
                }
            }
        }
        for (offset, size) in held {
            list.give_back(offset, size);
        }
        assert!(list.is_unused());
    }
}
