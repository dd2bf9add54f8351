//! A small RGB picture with text, lines and PNG encoding.

use crate::font;

/// Behind a scale bar.
const PLATE: [u8; 3] = [16, 18, 22];

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// More samples or pixels than allowed.
    #[error("{wanted} samples asked for, at most {limit} are allowed: choose a smaller window or a coarser step")]
    TooLarge {
        /// Samples the request needs.
        wanted: u64,
        /// The limit.
        limit: u64,
    },
    /// A request that makes no sense.
    #[error("{0}")]
    Invalid(String),
    /// The encoder refused.
    #[error("cannot encode the picture: {0}")]
    Encode(#[from] png::EncodingError),
}

/// sRGB pixels, first row at the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Pixels per row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` colours.
    pub pixels: Vec<[u8; 3]>,
}

impl Canvas {
    /// Filled with one colour.
    pub fn new(width: usize, height: usize, color: [u8; 3]) -> Self {
        Self { width, height, pixels: vec![color; width * height] }
    }
    /// Sets a pixel; outside the picture nothing happens.
    pub fn set(&mut self, x: i64, y: i64, color: [u8; 3]) {
        if x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height {
            self.pixels[y as usize * self.width + x as usize] = color;
        }
    }
    /// Fills a rectangle, clipped to the picture.
    pub fn rect(&mut self, x: i64, y: i64, width: i64, height: i64, color: [u8; 3]) {
        for row in y..y + height {
            for column in x..x + width {
                self.set(column, row, color);
            }
        }
    }
    /// Writes one line of text with its upper left corner at (x, y); a character takes six pixels.
    pub fn text(&mut self, x: i64, y: i64, text: &str, color: [u8; 3]) {
        for (place, character) in text.chars().enumerate() {
            let left = x + (place * (font::WIDTH + 1)) as i64;
            for (row, bits) in font::glyph(character).into_iter().enumerate() {
                for column in 0..font::WIDTH {
                    if bits >> (font::WIDTH - 1 - column) & 1 == 1 {
                        self.set(left + column as i64, y + row as i64, color);
                    }
                }
            }
        }
    }
    /// Pastes another picture with its upper left corner at (x, y).
    pub fn paste(&mut self, x: i64, y: i64, other: &Canvas) {
        for row in 0..other.height {
            for column in 0..other.width {
                self.set(x + column as i64, y + row as i64, other.pixels[row * other.width + column]);
            }
        }
    }
    /// Draws a scale bar of a round length on a dark plate at the lower left: 1, 2 or 5 times a power of ten metres. A picture too
    /// small for it stays without.
    pub fn scale_bar(&mut self, pixels_per_metre: f64, color: [u8; 3]) {
        if self.width < 48 || self.height < 24 {
            return;
        }
        let longest = self.width as f64 * 0.4 / pixels_per_metre;
        let mut length = 0.1;
        for decade in [0.1, 1.0, 10.0, 100.0, 1000.0, 10_000.0] {
            for factor in [1.0, 2.0, 5.0] {
                if decade * factor <= longest {
                    length = decade * factor;
                }
            }
        }
        let bar = (length * pixels_per_metre) as i64;
        let y = self.height as i64 - 6;
        let words = format!("{length} m");
        let written = (words.chars().count() * (font::WIDTH + 1)) as i64;
        // A dark plate keeps bar and words legible on any picture.
        self.rect(2, y - 12, bar.max(written + 6) + 4, 16, PLATE);
        self.rect(4, y, bar, 2, color);
        self.rect(4, y - 3, 1, 5, color);
        self.rect(4 + bar - 1, y - 3, 1, 5, color);
        self.text(8, y - 10, &words, color);
    }
    /// A PNG file, 8 bits per channel.
    ///
    /// # Errors
    /// When the picture has no pixels.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(self.pixels.as_flattened())?;
        Ok(bytes)
    }
}

/// Mixes two colours; `t` from 0 to 1, clamped.
pub fn mix(a: [u8; 3], b: [u8; 3], t: f32) -> [u8; 3] {
    let t = t.clamp(0.0, 1.0);
    std::array::from_fn(|i| (f32::from(a[i]) + (f32::from(b[i]) - f32::from(a[i])) * t) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_outside_changes_nothing() {
        let mut canvas = Canvas::new(7, 5, [1, 2, 3]);
        canvas.rect(-9, 11, 4, 4, [9; 3]);
        canvas.set(7, 0, [9; 3]);
        assert!(canvas.pixels.iter().all(|p| *p == [1, 2, 3]));
    }

    #[test]
    fn a_png_opens_with_its_size() {
        let bytes = Canvas::new(13, 4, [7; 3]).png().unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), (13, 4));
        assert!(Canvas::new(0, 4, [0; 3]).png().is_err());
    }
}
