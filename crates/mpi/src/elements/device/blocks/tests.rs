//! Blocks over a driver whose copies are made when they are waited for.

use super::*;
use libc::c_int;
use std::collections::BTreeSet;
use std::ptr::copy_nonoverlapping;
use std::sync::{Mutex, PoisonError};

/// Copies that were begun are made when they are waited for.
#[derive(Debug, Default)]
struct Late {
    /// From, to, bytes.
    begun: Mutex<Vec<(usize, usize, usize)>>,
    copies: Mutex<usize>,
    /// Where it has pinned memory.
    pinned: Mutex<BTreeSet<usize>>,
    refuses_to_pin: bool,
    fails: bool,
}

impl Late {
    fn of(late: Late) -> &'static Late {
        Box::leak(Box::new(late))
    }

    fn copies(&self) -> usize {
        std::mem::take(&mut self.copies.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn begin(&self, from: *const u8, to: *mut u8, bytes: usize) -> Outcome {
        *self.copies.lock().unwrap() += 1;
        let copy = (from.expose_provenance(), to.expose_provenance(), bytes);
        self.begun.lock().unwrap().push(copy);
        if self.fails {
            Err(Failure("copy", 700))
        } else {
            Ok(())
        }
    }
}

impl Driver for Late {
    fn on_device(&self, _: *const u8) -> Result<bool, c_int> {
        Ok(true)
    }

    unsafe fn to_host(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome {
        self.begin(device, host, bytes)?;
        self.wait(device)
    }

    unsafe fn to_device(&self, host: *const u8, device: *mut u8, bytes: usize) -> Outcome {
        self.begin(host, device, bytes)?;
        self.wait(device)
    }

    unsafe fn begin_to_host(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome {
        self.begin(device, host, bytes)
    }

    unsafe fn begin_to_device(&self, host: *const u8, device: *mut u8, bytes: usize) -> Outcome {
        self.begin(host, device, bytes)
    }

    fn wait(&self, _: *const u8) -> Outcome {
        if self.fails {
            return Err(Failure("wait", 700));
        }
        for (from, to, bytes) in self.begun.lock().unwrap().drain(..) {
            let from = std::ptr::with_exposed_provenance::<u8>(from);
            // SAFETY: memory of the test's, or a piece.
            unsafe { copy_nonoverlapping(from, std::ptr::with_exposed_provenance_mut(to), bytes) };
        }
        Ok(())
    }

    fn is_pinned(&self, _: *const u8) -> bool {
        false
    }

    unsafe fn pin(&self, _: *const u8, host: *mut u8, _: usize) -> Outcome {
        self.pinned.lock().unwrap().insert(host.addr());
        if self.refuses_to_pin {
            Err(Failure("pin", 2))
        } else {
            Ok(())
        }
    }

    fn unpin(&self, _: *const u8, _: *mut u8) -> Outcome {
        Ok(())
    }
}

fn bytes(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i ^ (i >> 8) ^ (i >> 16)) as u8).collect()
}

fn read_all(driver: &'static Late, vector: &[u8], step: usize) {
    let mut reader = Reader::new(driver, vector.as_ptr(), vector.len());
    let mut got = vec![0; vector.len()];
    for (from, to) in vector.chunks(step).zip(got.chunks_mut(step)) {
        // SAFETY: as many bytes.
        unsafe { reader.read(from.as_ptr(), to.as_mut_ptr(), from.len()) }.unwrap();
    }
    assert!(got == vector, "{} bytes by {step}", vector.len());
}

fn write_all(driver: &'static Late, vector: &[u8], step: usize) {
    let mut there = vec![0u8; vector.len()];
    let start = there.as_mut_ptr();
    let mut writer = Writer::new(driver, start, vector.len());
    for (i, from) in vector.chunks(step).enumerate() {
        // SAFETY: as many bytes.
        unsafe { writer.write(from.as_ptr(), start.add(i * step), from.len()) }.unwrap();
    }
    writer.finish().unwrap();
    drop(writer);
    assert!(there == vector, "{} bytes by {step}", vector.len());
}

#[test]
#[cfg_attr(miri, ignore = "too long")]
fn as_few_copies_as_pieces() {
    for refuses_to_pin in [false, true] {
        let driver = Late::of(Late { refuses_to_pin, ..Late::default() });
        for n in [1, 8, 65_536, 65_537, MOST, MOST + 1, 3 * MOST, 5 * MOST - 7] {
            let vector = bytes(n);
            for step in [1 << 16, 100_000, n] {
                read_all(driver, &vector, step);
                assert_eq!(driver.copies(), n.div_ceil(MOST), "reading {n} bytes by {step}");
                write_all(driver, &vector, step);
                assert_eq!(driver.copies(), n.div_ceil(MOST), "writing {n} bytes by {step}");
            }
        }
    }
}

/// However often vectors are written, the same pieces serve.
#[test]
#[cfg_attr(miri, ignore = "too long")]
fn pieces_come_back() {
    let driver = Late::of(Late::default());
    let vector = bytes(3 * MOST);
    for _ in 0..60 {
        write_all(driver, &vector, 1 << 20);
        read_all(driver, &vector, 1 << 20);
    }
    // (Other tests use the same ones at the same time.)
    let pieces = driver.pinned.lock().unwrap().len();
    assert!(pieces < 30, "{pieces} pieces");
}

/// As a result in blocks is computed.
#[test]
#[cfg_attr(miri, ignore = "too long")]
fn in_several_places() {
    let driver = Late::of(Late::default());
    let vector = bytes(8 * MOST);
    let step = 1 << 17;
    for places in [2, 3, 8] {
        let mut reader = Reader::new(driver, vector.as_ptr(), vector.len());
        let part = vector.len() / places / step * step;
        for (from, i) in
            (0..part).step_by(step).flat_map(|from| (0..places).map(move |i| (from, i)))
        {
            let (at, mut row) = (i * part + from, vec![0; step]);
            // SAFETY: as many bytes.
            unsafe { reader.read(vector[at..].as_ptr(), row.as_mut_ptr(), step) }.unwrap();
            assert!(row == vector[at..at + step]);
        }
        drop(reader);
        let (copies, most) = (driver.copies(), vector.len() / ELSEWHERE + 4 * places);
        assert!(copies <= most, "{copies} copies in {places} places");
    }
}

/// In any order; a reader that goes to and fro does not fetch what nobody asks for.
#[test]
#[cfg_attr(miri, ignore = "too long")]
fn any_order() {
    let driver = Late::of(Late::default());
    let vector = bytes(8 * MOST);
    let mut reader = Reader::new(driver, vector.as_ptr(), vector.len());
    let mut there = vec![0u8; vector.len()];
    let start = there.as_mut_ptr();
    let mut writer = Writer::new(driver, start, vector.len());
    let step = 1 << 18;
    let steps = vector.len() / step;
    for i in 0..steps {
        let at = i * 37 % steps * step;
        let mut row = vec![0; step];
        // SAFETY: bytes of the vector, as many in the row.
        unsafe { reader.read(vector[at..].as_ptr(), row.as_mut_ptr(), step).unwrap() };
        assert!(row == vector[at..at + step]);
        // SAFETY: as above.
        unsafe { writer.write(row.as_ptr(), start.add(at), step).unwrap() };
    }
    writer.finish().unwrap();
    assert!(there == vector);
    let copies = driver.copies();
    assert!(copies <= 2 * steps + 4 * PLACES, "{copies} copies");
}

/// Of a length that is not known, exactly what is asked for is copied.
#[test]
fn unknown_length() {
    let driver = Late::of(Late::default());
    let (vector, mut row) = (bytes(100), [0; 10]);
    let mut reader = Reader::new(driver, vector.as_ptr(), 0);
    // SAFETY: as many bytes.
    unsafe { reader.read(vector[90..].as_ptr(), row.as_mut_ptr(), 10) }.unwrap();
    assert_eq!(row, vector[90..]);
    let mut there = [0u8; 10];
    let mut writer = Writer::new(driver, there.as_mut_ptr(), 0);
    // SAFETY: as many bytes.
    unsafe { writer.write(row.as_ptr(), there.as_mut_ptr(), 10) }.unwrap();
    writer.finish().unwrap();
    assert_eq!(there, row);
    assert_eq!(driver.copies(), 2);
}

#[test]
fn errors_are_named() {
    let driver = Late::of(Late { fails: true, ..Late::default() });
    let vector = bytes(1000);
    let mut row = bytes(1000);
    let mut reader = Reader::new(driver, vector.as_ptr(), 1000);
    // SAFETY: as many bytes.
    let read = unsafe { reader.read(vector.as_ptr(), row.as_mut_ptr(), 1000) };
    assert_eq!(read, Err(Failure("copy", 700)));
    let mut writer = Writer::new(driver, row.as_mut_ptr(), 1000);
    // SAFETY: as many bytes.
    unsafe { writer.write(vector.as_ptr(), writer.start, 1000) }.unwrap();
    assert_eq!(writer.finish(), Err(Failure("copy", 700)));
}
