//! The transport of what runs step by step: messages, and no collectives.

use super::case::Destination;
use super::messages::Messages;
use super::transport::{Cut, Transport};
use samebits_base::fault::Outcome;
use samebits_fold::offload::Addends;

/// Ranks that have messages alone.
pub struct MessagesAlone<M> {
    pub rank: usize,
    pub size: usize,
    pub messages: M,
}

const NONE: &str = "step by step there are messages alone";

impl<M: Messages> Transport for MessagesAlone<M> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn messages(&self) -> Option<&dyn Messages> {
        Some(&self.messages)
    }

    unsafe fn gather_rows(&self, _: Destination, _: *const u8, _: *mut u8, _: usize) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn exchange_slices(&self, _: Cut, _: *const u8, _: *mut u8) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn gather_slices(&self, _: Destination, _: Cut, _: *const u8, _: *mut u8) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn merge_bundles(&self, _: Destination, _: &[u8], _: &mut [u8]) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn merge_accumulators(&self, _: Destination, _: &[u8], _: &mut [u8]) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn largest(&self, _: &mut [i32]) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn sums(&self, _: Destination, _: Addends, _: &[u64], _: &mut [u64]) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn exchange(&self, _: (*const u8, usize), _: (*mut u8, usize)) -> Outcome {
        unreachable!("{NONE}")
    }
}
