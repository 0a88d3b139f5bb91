//! Distributed arrays as calls are made on them: of any operation, cut anyhow among ranks, on
//! which elements have gaps between them or are on a device, and what comes of them.

use super::elements::*;
use super::elsewhere::BROKEN;
use super::hostile::Random;
use samebits_array::operation::Operation;
use samebits_array::rows::LocalElements;
use samebits_array::signature::Signature;
use samebits_base::fault::Fault;
use samebits_fold::bundle::Code;
use samebits_fold::share::record::Lift;
use samebits_fold::Buffers;
use samebits_kernel::fpenv::Environment;
use samebits_kernel::{Kind, Operator};
use samebits_schedule::RequestedSchedule;
use samebits_sum::names::Arithmetic;
use samebits_sum::share::Share;
use std::ffi::c_void;

/// The result of an array without elements.
pub const IDENTITY: u8 = 0xab;

/// Arrays, how they are cut and reduced, and what comes of it.
pub struct Arrays {
    pub kind: Kind,
    pub operator: Operator,
    pub merge: Box<dyn Lift + Sync>,
    pub arithmetic: Arithmetic,
    /// None as of an operator of the user's.
    pub code: Option<Code>,
    /// The elements of each array.
    pub elements: Vec<Vec<u8>>,
    /// Each rank's share of each array.
    pub cuts: Vec<Vec<Share>>,
    pub regions: bool,
    pub schedule: Option<RequestedSchedule>,
    pub has_identity: bool,
    /// The rank whose elements have gaps between them, and the one whose are on a device.
    pub gaps: usize,
    pub device: usize,
    /// What cannot be read.
    pub broken: Option<usize>,
    pub results: Vec<Vec<u8>>,
}

/// Elements with a gap behind each, which cannot be read if they are broken.
struct Copied {
    size: usize,
    gap: usize,
    broken: bool,
}

impl Buffers for Copied {
    fn extent(&self) -> isize {
        (self.size + self.gap) as isize
    }

    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        if self.broken {
            return Err(BROKEN);
        }
        for i in 0..n {
            let from = from.wrapping_add(i * (self.size + self.gap));
            // SAFETY: one of the elements.
            unsafe { row.add(i * self.size).copy_from_nonoverlapping(from, self.size) };
        }
        Ok(())
    }

    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        for i in 0..n {
            let to = to.wrapping_add(i * (self.size + self.gap));
            // SAFETY: likewise.
            unsafe { to.copy_from_nonoverlapping(row.add(i * self.size), self.size) };
        }
        Ok(())
    }
}

/// Shares of so many ranks: of none, of some, of all elements.
fn cut(total: u64, ranks: usize, random: &mut Random) -> Vec<Share> {
    let mut ends: Vec<u64> = (1..ranks)
        .map(|rank| match random.below(3) {
            0 => total * rank as u64 / ranks as u64,
            1 => total * random.below(2),
            _ => random.below(total + 1),
        })
        .chain([0, total])
        .collect();
    ends.sort_unstable();
    ends.windows(2).map(|ends| Share { start: ends[0], end: ends[1], total }).collect()
}

/// Elements of arrays that are cut like that, and what they are reduced to.
fn random_elements(
    (kind, operator, arithmetic): (Kind, Operator, Arithmetic),
    size: usize,
    cuts: &[Vec<Share>],
    random: &mut Random,
) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let each = cuts.iter().map(|cut| {
        let total = cut.iter().map(|share| share.end).max().unwrap_or(0) as usize;
        let column = random_column(kind, total, random);
        let of = |element| to_bytes(kind, element, size);
        let result = match total {
            0 => vec![IDENTITY; size],
            _ => to_bytes(kind, &expected(kind, operator, arithmetic, &column), size),
        };
        (column.iter().flat_map(of).collect(), result)
    });
    each.unzip()
}

impl Arrays {
    /// Mostly one array in rank order, and often as the one before.
    pub fn random(
        random: &mut Random,
        ranks: usize,
        before: Option<&Arrays>,
        plan: bool,
    ) -> Arrays {
        let again = before.filter(|before| !plan && !before.regions && random.below(2) == 0);
        let operations = merged_operations();
        let (kind, operator, arithmetic) = match again {
            Some(before) => (before.kind, before.operator, before.arithmetic),
            None => operations[random.below(operations.len() as u64) as usize],
        };
        let one = random.below(2) == 0;
        let (many, regions) = match again {
            Some(before) => (before.cuts.len(), false),
            None => (if one { 1 } else { random.below(5) as usize }, random.below(3) == 0),
        };
        let merge = merge_of(kind, operator, arithmetic);
        let longest = [5, 60, 60, 300][random.below(4) as usize];
        let mut cuts: Vec<Vec<Share>> = match again {
            Some(before) => before.cuts.clone(),
            None => (0..many).map(|_| cut(random.below(longest), ranks, random)).collect(),
        };
        if regions {
            for cut in &mut cuts {
                (1..ranks).for_each(|i| cut.swap(i, random.below(i as u64 + 1) as usize));
            }
        }
        let (elements, results) =
            random_elements((kind, operator, arithmetic), merge.shape().element, &cuts, random);
        let schedules =
            [None, RequestedSchedule::from_text("native"), RequestedSchedule::from_text("gather")];
        let any_rank = |random: &mut Random| random.below(2 * ranks as u64) as usize;
        Arrays {
            kind,
            operator,
            merge,
            arithmetic,
            code: match again {
                Some(before) => before.code,
                None => Code::of(kind, operator, arithmetic).filter(|_| random.below(4) > 0),
            },
            elements,
            cuts,
            regions,
            schedule: schedules[random.below(3) as usize],
            has_identity: random.below(4) > 0,
            gaps: if again.is_some() { ranks } else { any_rank(random) },
            device: if again.is_some() { ranks } else { any_rank(random) },
            broken: Some(any_rank(random)).filter(|_| again.is_none() && random.below(6) == 0),
            results,
        }
    }

    /// The same call with other elements, cut as in another call, or, without one, in a new way.
    pub fn anew(&self, random: &mut Random, ranks: usize, cuts: Option<&Arrays>) -> Arrays {
        let Arrays { kind, operator, arithmetic, .. } = *self;
        let cuts = match cuts {
            Some(other) => other.cuts.clone(),
            None => self.cuts.iter().map(|_| cut(random.below(60), ranks, random)).collect(),
        };
        let merge = merge_of(kind, operator, arithmetic);
        let (elements, results) =
            random_elements((kind, operator, arithmetic), merge.shape().element, &cuts, random);
        let Arrays { code, regions, schedule, has_identity, .. } = *self;
        let (gaps, device, broken) = (ranks, ranks, None);
        Arrays {
            kind,
            operator,
            merge,
            arithmetic,
            code,
            elements,
            cuts,
            regions,
            schedule,
            has_identity,
            gaps,
            device,
            broken,
            results,
        }
    }

    pub fn empty(&self) -> bool {
        self.elements.iter().any(Vec::is_empty)
    }

    pub fn signature(&self, function: u32, root: Option<usize>) -> Signature {
        let code = self.code.map_or([9; 4], Code::bytes);
        let [format, shape, operator, arithmetic] = code.map(u32::from);
        Signature {
            arrays: self.cuts.len() as u32,
            datatype: format | shape << 8,
            operator,
            root: root.map_or(0, |root| root as u32 + 1),
            rest: arithmetic.into(),
            ..Signature::of(function + u32::from(self.regions))
        }
    }

    /// The rank that cannot read what it has, and whose error the others are told.
    pub fn fails(&self) -> Option<usize> {
        let broken = self.broken?;
        let reads = |cut: &Vec<Share>| cut.get(broken).is_some_and(|share| share.length() > 0);
        self.cuts.iter().any(reads).then_some(broken)
    }

    /// A rank's elements of each array, from there on.
    pub fn elements<'a>(
        &'a self,
        operation: &Operation<'a>,
        locals: &'a [*const c_void],
        staged: &'a [Option<&'a dyn Buffers>],
        threads: usize,
    ) -> LocalElements<'a> {
        let (by, size, buffers) = (&*self.merge, operation.shape.element, operation.buffers);
        LocalElements { by, size, locals, buffers, staged, threads }
    }

    /// Does something with the operation as a rank has it, its elements and how they lie.
    pub fn with<R>(
        &self,
        rank: usize,
        work: impl FnOnce(Operation<'_>, &[*const c_void], &[Option<&dyn Buffers>]) -> R,
    ) -> R {
        let size = self.merge.shape().element;
        let broken = self.broken == Some(rank);
        let gap = if self.gaps == rank { 8 } else { 0 };
        let spaced = Copied { size, gap, broken };
        let copied = Copied { size, gap: 0, broken };
        let buffers: Option<&dyn Buffers> = (gap > 0).then_some(&spaced);
        let on_device = gap == 0 && (broken || self.device == rank);
        let staged: Vec<Option<&dyn Buffers>> = match on_device {
            true => self.cuts.iter().map(|_| Some(&copied as &dyn Buffers)).collect(),
            false => Vec::new(),
        };
        let shares = self.cuts.iter().zip(&self.elements);
        let held: Vec<Vec<u8>> = shares
            .map(|(cut, elements)| {
                let Share { start, end, .. } = cut[rank];
                let own = &elements[start as usize * size..end as usize * size];
                own.chunks_exact(size)
                    .flat_map(|element| element.iter().copied().chain(vec![0; gap]))
                    .collect()
            })
            .collect();
        // As aligned as elements are.
        let aligned: Vec<Vec<u128>> = held
            .iter()
            .map(|bytes| {
                let mut words = vec![0u128; bytes.len().div_ceil(16)];
                // SAFETY: room for as many bytes.
                unsafe {
                    let to = words.as_mut_ptr().cast::<u8>();
                    to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
                }
                words
            })
            .collect();
        let locals: Vec<*const c_void> =
            aligned.iter().map(|words| words.as_ptr().cast()).collect();
        let operation = Operation {
            merge: &*self.merge,
            shape: self.merge.shape(),
            arithmetic: self.arithmetic,
            buffers,
            code: self.code,
            environment: Environment::VectorAndX87,
        };
        work(operation, &locals, &staged)
    }
}
