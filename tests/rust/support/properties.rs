//! What holds for any input that others can hand us: the environment, the policy
//! records and the contributions of other ranks. Each property takes raw bytes, so
//! that tests/rust/any_bytes.rs and the targets in tests/fuzz/ check the same.

use samebits_base::threads::Team;
use samebits_fold::exact::ExactSum;
use samebits_fold::levelled::LevelledSum;
use samebits_fold::tree::Tree;
use samebits_fold::Fold;
use samebits_kernel::packing::{Codec, Packing, SIZES};
use samebits_kernel::simd::Unit;
use samebits_kernel::{lookup, Format, Kernel, Kind, Operator};
use samebits_policy::profile::Profile;
use samebits_policy::{module_systems, Policy, VARIABLES};
use samebits_reduction::agreement::{group, RECORD};
use samebits_schedule::packed::unpack;
use samebits_sum::accumulator::{Accumulator, AccumulatorSpec};
use samebits_sum::names::Arithmetic;
use samebits_trace::format::{Decoded, Header, Record};
use samebits_trace::read::read;

/// Lines of NAME=VALUE as an environment: either a policy, whose words give it
/// again, or a message that names each variable that there is not. (What module systems set is theirs.)
pub fn policy(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut variables: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        if variables.iter().all(|(known, _)| known != name) {
            variables.push((name.to_string(), value.to_string()));
        }
    }
    let read = Policy::from_variables(variables.clone());
    let backwards = Policy::from_variables(variables.iter().rev().cloned());
    match (&read, &backwards) {
        (Ok(policy), Ok(other)) => assert_eq!(policy.decisive(), other.decisive()),
        (Err(message), Err(other)) => assert_eq!(message, other),
        _ => panic!("the order of the variables decides: {variables:?}"),
    }
    let is_ours = |name: &str| name.starts_with("SAMEBITS_") && !module_systems::sets(name);
    let ours = variables.iter().filter(|(name, _)| is_ours(name));
    let row = |name: &str| VARIABLES.iter().find(|variable| variable.name == name);
    match read {
        Ok(policy) => {
            assert!(ours.clone().all(|(name, _)| row(name).is_some()));
            let words = policy.decisive();
            let again = words.split(' ').map(|word| {
                let (name, value) = word.split_once('=').unwrap();
                (format!("SAMEBITS_{}", name.to_uppercase()), value.to_string())
            });
            assert_eq!(Policy::from_variables(again).unwrap().decisive(), words);
        }
        Err(message) => {
            for (name, _) in ours.clone().filter(|(name, _)| row(name).is_none()) {
                assert!(message.contains(name), "{message}");
            }
            let accepted = |(name, value): &(String, String)| {
                row(name).is_some_and(|row| row.words().contains(&value.as_str()))
            };
            assert!(!ours.clone().all(accepted), "{message}");
        }
    }
}

/// A profile, which its text gives again, or why it is none, in one line.
pub fn profile(bytes: &[u8]) {
    match Profile::from_text(&String::from_utf8_lossy(bytes)) {
        Ok(profile) => assert_eq!(Profile::from_text(&profile.to_text()), Ok(profile)),
        Err(message) => assert!(message.starts_with("line ") && message.lines().count() == 1),
    }
}

/// The file of a trace, or what is left of one: what is read of it is written as it was read.
pub fn trace(bytes: &[u8]) {
    let Ok((header, mut records)) = read(bytes) else { return };
    assert_eq!(Header::decode(&header.encode()), Ok(header));
    let mut at = records.at();
    while let Some(record) = records.next() {
        assert!(records.at() > at && records.at() <= bytes.len());
        at = records.at();
        let written = record.encode();
        assert_eq!(Record::decode(&written), Decoded::Record(record, written.len()));
    }
    assert!(records.ending().is_some());
}

/// Records as they come from other ranks, of whatever version of the library: each
/// rank is named once, with those that have the same.
pub fn records(bytes: &[u8]) {
    let records: Vec<&[u8]> = bytes.chunks(RECORD).collect();
    let groups = group(bytes);
    let mut named: Vec<usize> = groups.iter().flat_map(|(_, ranks)| ranks.clone()).collect();
    named.sort_unstable();
    assert!(named.into_iter().eq(0..records.len()));
    for (i, (text, ranks)) in groups.iter().enumerate() {
        assert!(ranks.is_sorted());
        for (other, others) in &groups[i + 1..] {
            assert!(ranks[0] < others[0] && text != other);
            assert!(ranks.iter().all(|a| others.iter().all(|b| records[*a] != records[*b])));
        }
    }
}

/// An operation that we evaluate, and the bytes of an element that are data.
enum Operation {
    Exact(ExactSum),
    Levels(LevelledSum),
    Tree(Tree<Kernel>),
}

impl Operation {
    /// All of them, each on each kind of element.
    fn all() -> Vec<Operation> {
        use Format::{Double, Float, Half, LongDouble, Quad};
        use Operator::{Max, Maxloc, Min, Minloc, Prod, Sum};
        let mut all = Vec::new();
        for format in [Half, Float, Double, LongDouble, Quad] {
            // Miri knows no assembler, and the x87 unit no other language.
            if cfg!(miri) && format == LongDouble {
                continue;
            }
            let kinds = [Kind::Real, Kind::Complex, Kind::ValueInt, Kind::ValueReal];
            for kind in kinds.map(|kind| kind(format)) {
                all.extend(ExactSum::of(kind).map(Operation::Exact));
                let levels =
                    [Arithmetic::Prerounded(3), Arithmetic::Prerounded2(3), Arithmetic::Binned(3)];
                let sums = levels.into_iter().filter_map(|with| LevelledSum::of(kind, with));
                all.extend(sums.map(Operation::Levels));
                let operators = [Sum, Prod, Min, Max, Minloc, Maxloc];
                let kernels = operators.iter().filter_map(|op| lookup(kind, *op));
                all.extend(kernels.map(|kernel| Operation::Tree(Tree(kernel))));
            }
        }
        all
    }

    fn data(&self) -> usize {
        match self {
            Operation::Exact(sum) => sum.size(),
            Operation::Levels(sum) => Fold::size(sum),
            Operation::Tree(tree) => tree.0.data,
        }
    }

    fn fold(&self) -> &dyn Fold {
        match self {
            Operation::Exact(fold) => fold,
            Operation::Levels(fold) => fold,
            Operation::Tree(fold) => fold,
        }
    }

    /// The results of rows of n elements each.
    fn results(&self, rows: &[&[u8]], n: usize) -> Vec<u8> {
        let row = n * self.fold().size();
        // Aligned for every kind.
        let mut memory = vec![0u128; (rows.len() * row).div_ceil(16)];
        let start = memory.as_mut_ptr().cast::<u8>();
        // SAFETY: the memory is as long as all rows; each is as long as it has to be.
        unsafe {
            for (r, from) in rows.iter().enumerate() {
                std::ptr::copy_nonoverlapping(from[..row].as_ptr(), start.add(r * row), row);
            }
            let r = self.fold().fold(Team::ALONE, start, rows.len(), n).unwrap();
            std::slice::from_raw_parts(start.add(r * row), row).to_vec()
        }
    }
}

/// Contributions of any bits: an element's result does not depend on its place nor
/// on its neighbours, and an order-free sum not on the order of the ranks. The first
/// byte picks the operation, the second the number of ranks.
pub fn contributions(bytes: &[u8]) {
    let [pick, ranks, bytes @ ..] = bytes else { return };
    let operations = Operation::all();
    let operation = &operations[usize::from(*pick) % operations.len()];
    let (ranks, size) = (usize::from(ranks % 9) + 1, operation.fold().size());
    let n = bytes.len() / (ranks * size);
    if n == 0 {
        return;
    }
    let rows: Vec<&[u8]> = bytes.chunks_exact(n * size).take(ranks).collect();
    let together = operation.results(&rows, n);
    for i in 0..n {
        let data = i * size..i * size + operation.data();
        let column: Vec<&[u8]> = rows.iter().map(|row| &row[i * size..][..size]).collect();
        assert_eq!(together[data], operation.results(&column, 1)[..operation.data()]);
    }
    if let Operation::Exact(_) | Operation::Levels(_) = operation {
        let backwards: Vec<&[u8]> = rows.iter().rev().copied().collect();
        assert_eq!(together, operation.results(&backwards, n));
    }
}

/// Bytes that are to be an accumulator's, behind two that say which: refused, and nothing has
/// changed, or taken, and written again as they are.
pub fn accumulators(bytes: &[u8]) {
    let [pick, damage, state @ ..] = bytes else { return };
    let arithmetics = [
        Arithmetic::Exact,
        Arithmetic::Binned(2),
        Arithmetic::Binned(4),
        Arithmetic::Prerounded(3),
    ];
    let kinds =
        [Format::Float, Format::Double].map(|format| [Kind::Real(format), Kind::Complex(format)]);
    let kind = kinds.as_flattened()[usize::from(pick / 4 % 4)];
    let purpose = AccumulatorSpec::new(arithmetics[usize::from(pick % 4)], kind, 1000).unwrap();
    let mut sum = Accumulator::new(purpose);
    // What an accumulator has written, with these bytes in place of some.
    let mut given = vec![0; sum.spec().bytes()];
    sum.write(&mut given);
    let from = usize::from(*damage).min(given.len());
    for (place, byte) in given[from..].iter_mut().zip(state) {
        *place = *byte;
    }
    for given in [&given[..], state] {
        let mut written = vec![0; sum.spec().bytes()];
        let before = sum.count();
        if sum.read(given).is_err() {
            assert_eq!(sum.count(), before);
            continue;
        }
        sum.write(&mut written);
        assert_eq!(written, given);
        let mut element = [0; 16];
        sum.value(&mut element[..sum.spec().size()]);
        let other = sum.clone();
        let count = sum.count();
        assert_eq!(sum.merge(&other).is_ok(), sum.spec().check(2 * u128::from(count)).is_ok());
        sum.value(&mut element[..other.spec().size()]);
        sum.clear();
    }
}

/// Any bytes are a packed message or refused, and nothing beyond the room is written; the row of
/// a packed message comes back, unless a byte of it is another one. The first two bytes say
/// how much room there is, the next two what is damaged, the fifth how a row is packed.
pub fn messages(bytes: &[u8]) {
    let [low, high, place, value, pick, row @ ..] = bytes else { return };
    let unpacked = |message: &[u8], room: usize| {
        let mut row = vec![0x5a; room + 64];
        let done = unpack(message, &mut row[..room]);
        assert!(row[room..].iter().all(|byte| *byte == 0x5a), "written beyond");
        done.map(|plain| {
            row.truncate(plain);
            row
        })
    };
    let room = usize::from(u16::from_le_bytes([*low, *high])) % 8192;
    if let Ok(row) = unpacked(bytes, room) {
        assert!(row.len() <= room);
    }
    let (code, size) = (pick / 128, pick % 32 + 1);
    let packing = [Packing::Bits, Packing::Indices][usize::from(code)];
    let codec = Codec::new(size.into());
    let length = codec.packed(packing, row.len(), codec.nonzeros(row)).unwrap();
    let behind = 1 - length % 2;
    let mut message = vec![code + 1, size, behind as u8, 0, 0, 0, 0, 0];
    message.extend((row.len() as u64).to_le_bytes());
    message.resize(16 + length, 0);
    codec.encode(packing, row, &mut message[16..]);
    message.resize(16 + length + behind, 0);
    assert_eq!(unpacked(&message, row.len()).as_deref(), Ok(row));
    assert_eq!(unpacked(&message, row.len() + 9).as_deref(), Ok(row));
    assert!(row.is_empty() || unpacked(&message, row.len() - 1).is_err());
    let place = usize::from(*place) % message.len();
    message[place] ^= *value;
    let _ = unpacked(&message, row.len());
}

/// A row of any bytes comes back from its packed form, which all units write alike; and any
/// bytes are a packed row or refused, alike by all units. The first byte picks the size of the
/// elements and how they are packed, the next two the length of what they are to be.
pub fn sparse(bytes: &[u8]) {
    let [pick, low, high, bytes @ ..] = bytes else { return };
    let size = usize::from(*pick) % SIZES.count() + 1;
    let packing = [Packing::Bits, Packing::Indices][usize::from(*pick) / 128];
    let scalar = Codec::scalar(size);
    let packed = |codec: Codec, row: &[u8]| {
        let length = codec.packed(packing, row.len(), codec.nonzeros(row)).unwrap();
        let mut packed = vec![0xa5; length];
        codec.encode(packing, row, &mut packed);
        packed
    };
    let unpacked = |codec: Codec, packed: &[u8], length: usize| {
        let mut row = vec![0x5a; length + 64];
        let done = codec.decode(packing, packed, &mut row[..length]);
        assert!(row[length..].iter().all(|byte| *byte == 0x5a), "written beyond");
        row.truncate(length);
        done.map(|()| row)
    };
    let wanted = packed(scalar, bytes);
    let length = usize::from(u16::from_le_bytes([*low, *high])) % 4096;
    for codec in [scalar, Codec::new(size)]
        .into_iter()
        .chain(Unit::available().filter_map(|unit| Codec::vectorised(unit, size)))
    {
        assert_eq!(packed(codec, bytes), wanted);
        assert_eq!(unpacked(codec, &wanted, bytes.len()).as_deref(), Ok(bytes));
        let taken = unpacked(codec, bytes, length);
        assert_eq!(taken, unpacked(scalar, bytes, length));
        if let Ok(row) = taken {
            assert_eq!(unpacked(codec, &packed(codec, &row), length), Ok(row));
        }
    }
}
