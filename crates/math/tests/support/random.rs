//! Random numbers, the same in every run, so that a failure can be repeated.

/// A generator (splitmix64), by its seed.
pub struct Random(pub u64);

#[allow(dead_code)] // no test takes all kinds
impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.unit() * (high - low)
    }

    pub fn signed(&mut self, value: f64) -> f64 {
        if self.next() & 1 == 0 {
            value
        } else {
            -value
        }
    }
}
