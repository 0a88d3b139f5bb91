//! The tests of what needs no MPI, in one program: what they share is compiled once, and they keep
//! all cores busy to the end. `cargo test --test library same_bits` runs those of a file.

mod accumulator_facts;
mod accumulators;
mod any_bytes;
mod array_calls;
mod array_pieces;
mod arrays;
mod binned;
mod blocks;
mod bound;
mod choice;
mod cost;
mod distribution;
mod exact_sum;
mod exports;
mod fixed_width;
mod leaving;
mod levels;
mod levels_kernel;
mod nodes;
mod offload;
mod opening;
mod order_free_rows;
mod packed;
mod profile;
mod row_tree;
mod same_bits;
mod schedules;
mod sparse;
mod specification;
mod stores;
mod support;
mod threads;
mod turns;
mod user_operator;
mod vectors;
