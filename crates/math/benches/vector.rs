//! The vector forms beside libmvec's, both through their own library's symbols, in turns in one run:
//! `cargo bench -p samebits-math --bench vector [-- NAME...]` prints lines of
//! function,width,ours_ns,theirs_ns,ratio,fallback. Times are a lane's, the least of many repetitions;
//! the share of lanes that fall back to the scalar function is counted on arguments of the same range.
//! (Widths that the processor lacks, and pairs, which have no plain signature, are left out.)

#[cfg(target_arch = "x86_64")]
#[path = "vector/run.rs"]
mod run;

fn main() {
    #[cfg(target_arch = "x86_64")]
    run::main();
}
