//! Binned sums are those that ReproBLAS computed, to the bit.

use samebits::arithmetic::levels::{add_row, LevelSum, Scheme};
use samebits::kernel::Format;

#[test]
fn the_bits_of_reproblas() {
    let path = "../shared/data/reproblas-folds.csv";
    let Ok(text) = std::fs::read_to_string(path) else { return };
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let fold = fields[1].parse().unwrap();
        let mut sums = [LevelSum::default(); 2];
        if fields[0] == "double" {
            let v: Vec<f64> = fields[3].split_whitespace().map(|x| f64::from_bits(u64::from_str_radix(x, 16).unwrap())).collect();
            let scheme = Scheme::binned(Format::Double, fold);
            unsafe { add_row(&scheme, v.as_ptr(), v.len(), 1, &mut sums) };
            assert_eq!(format!("{:016x}", sums[0].to_f64(&scheme).to_bits()), fields[2], "{line}");
        } else {
            let v: Vec<f32> = fields[3].split_whitespace().map(|x| f32::from_bits(u32::from_str_radix(x, 16).unwrap())).collect();
            let scheme = Scheme::binned(Format::Float, fold);
            unsafe { add_row(&scheme, v.as_ptr(), v.len(), 1, &mut sums) };
            assert_eq!(format!("{:08x}", sums[0].to_f32(&scheme).to_bits()), fields[2], "{line}");
        }
    }
}
