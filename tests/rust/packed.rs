//! Packed messages: every one comes as it was sent, whichever rank packs how; what is sparse is
//! shorter on the wire, and what is not goes from where it lies. And no schedule's bits
//! depend on it.

use crate::support::elements::{fold_of, to_bytes, Element};
use crate::support::hostile::{number, Random};
use crate::support::mailbox::{self, Mailbox};
use crate::support::oracle::Bits;
use crate::support::turns::on_ranks;
use crate::support::ways::{self, Way};
use samebits_base::fault::Fault;
use samebits_kernel::packing::Packing;
use samebits_kernel::{Format, Kind, Operator};
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::packed::{Compression, Packed, Pool};
use samebits_schedule::{Case, Destination, Messages, Pending, Settings, ALL};
use samebits_sum::names::Arithmetic;
use std::cell::RefCell;

const BITS: Compression = Compression::By(Packing::Bits);
const INDICES: Compression = Compression::By(Packing::Indices);

/// Messages whose lengths, and where they are sent from, are written down.
struct Watched<'a> {
    messages: mailbox::Box<'a>,
    sent: RefCell<Vec<(*const u8, usize)>>,
}

impl Messages for Watched<'_> {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        self.sent.borrow_mut().push((from, bytes));
        // SAFETY: handed on to the caller.
        unsafe { self.messages.send(to, from, bytes) }
    }
    unsafe fn receive(&self, from: usize, into: *mut u8, most: usize) -> Result<Pending, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.messages.receive(from, into, most) }
    }
    fn wait(&self, message: Pending) -> Result<usize, Fault> {
        self.messages.wait(message)
    }
}

/// Numbers of which about so many of 64 are not zero.
fn sparse(bytes: usize, density: u64, random: &mut Random) -> Vec<u8> {
    let mut all: Vec<u8> = Vec::with_capacity(bytes + 8);
    while all.len() < bytes {
        let number = match random.below(64) < density {
            true => number(Format::Double, random, 0) as u64 | 1,
            false => 0,
        };
        all.extend(number.to_le_bytes());
    }
    all.truncate(bytes);
    all
}

/// Sends each message from rank 0 to rank 1, all of them at once; returns where each lies and
/// what has gone.
fn sent(compression: Compression, element: usize, messages: &[Vec<u8>]) -> Vec<(*const u8, usize)> {
    let mailbox = &Mailbox::default();
    let mut log = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let (plain, pool) = (mailbox::Box::new(1, 2, mailbox), Pool::default());
            // (Whoever packs otherwise understands it too.)
            let packed = Packed::new(&plain, BITS, element, &pool);
            let mut rooms: Vec<Vec<u8>> =
                messages.iter().map(|message| vec![0x5a; message.len() + 9]).collect();
            // SAFETY: room for each message; the last bytes are a guard.
            let all: Vec<Pending> = rooms
                .iter_mut()
                .map(|room| unsafe {
                    packed.receive(0, room.as_mut_ptr(), room.len() - 8).unwrap()
                })
                .collect();
            for ((pending, room), message) in all.into_iter().zip(&rooms).zip(messages).rev() {
                assert_eq!(packed.wait(pending).unwrap(), message.len());
                assert_eq!(&room[..message.len()], message);
                assert_eq!(room[room.len() - 8..], [0x5a; 8]);
            }
        });
        let (plain, pool) = (mailbox::Box::new(0, 2, mailbox), Pool::default());
        let watched = Watched { messages: plain, sent: RefCell::default() };
        let packed = Packed::new(&watched, compression, element, &pool);
        // SAFETY: the messages outlive the sending.
        let all: Vec<Pending> = messages
            .iter()
            .map(|message| unsafe { packed.send(1, message.as_ptr(), message.len()).unwrap() })
            .collect();
        all.into_iter().for_each(|pending| assert_eq!(packed.wait(pending).unwrap(), 0));
        log = watched.sent.take();
    });
    log
}

#[test]
fn messages_come_as_they_were_sent() {
    let mut random = Random::new(91);
    for compression in [Compression::Off, BITS, INDICES, Compression::Auto] {
        for element in [2, 4, 8, 12, 16, 24, 40] {
            let messages: Vec<Vec<u8>> = [0, 2, 8, 4094, 4096, 4098, 5000, 100_000]
                .into_iter()
                .flat_map(|bytes| [0, 1, 8, 32, 63, 64].map(|density| (bytes, density)))
                .map(|(bytes, density)| sparse(bytes, density, &mut random))
                .collect();
            for ((from, bytes), message) in
                sent(compression, element, &messages).iter().zip(&messages)
            {
                let as_it_is = std::ptr::eq(*from, message.as_ptr());
                assert!(as_it_is || compression != Compression::Off);
                assert!(as_it_is || message.len() >= 4096, "too short to be packed");
                assert_eq!(as_it_is, *bytes == message.len());
                assert!(as_it_is || *bytes < message.len());
            }
        }
    }
}

/// How much is sent of 80,000 bytes of doubles.
#[test]
fn what_is_sparse_is_shorter() {
    let mut random = Random::new(92);
    let mut length = |compression, density| {
        let message = sparse(80_000, density, &mut random);
        let nonzeros = message.chunks(8).filter(|x| x.iter().any(|byte| *byte != 0)).count();
        (sent(compression, 8, &[message])[0].1, nonzeros)
    };
    let odd = |bytes: usize| (bytes + 16) | 1;
    for density in [0, 1, 8, 32] {
        let (bytes, nonzeros) = length(BITS, density);
        assert_eq!(bytes, odd(1250 + 8 * nonzeros));
        let (bytes, nonzeros) = length(INDICES, density);
        assert_eq!(bytes, odd(12 * nonzeros));
        let (bytes, nonzeros) = length(Compression::Auto, density);
        assert_eq!(bytes, odd((12 * nonzeros).min(1250 + 8 * nonzeros)));
    }
    assert_eq!(length(INDICES, 64).0, 80_000);
    assert_eq!(length(BITS, 64).0, 80_000);
    assert!(length(BITS, 56).0 < 80_000);
    assert_eq!(length(Compression::Auto, 56).0, 80_000, "too little for the trouble");
}

/// Elements of an odd number of bytes go as they are, whatever they hold.
#[test]
fn odd_messages() {
    let messages = vec![vec![0; 5001], vec![0; 9000], vec![1; 7001]];
    for (i, (from, bytes)) in sent(BITS, 3, &messages).into_iter().enumerate() {
        assert_eq!((from, bytes), (messages[i].as_ptr(), messages[i].len()));
    }
}

/// More is packed than may be under way at one time: what is left goes as it is.
#[test]
fn what_is_under_way_is_bounded() {
    let mut random = Random::new(93);
    let messages: Vec<Vec<u8>> = (0..12).map(|_| sparse(2 << 20, 32, &mut random)).collect();
    let lengths: Vec<usize> =
        sent(BITS, 8, &messages).into_iter().map(|(_, bytes)| bytes).collect();
    let packed: Vec<usize> = lengths.iter().copied().filter(|bytes| *bytes < 2 << 20).collect();
    assert!(packed.len() > 1 && packed.iter().sum::<usize>() <= 4 << 20, "{lengths:?}");
    assert_eq!(lengths.iter().filter(|bytes| **bytes == 2 << 20).count(), 12 - packed.len());
    // A single one is packed however long it is.
    assert!(sent(BITS, 8, &[sparse(12 << 20, 30, &mut random)])[0].1 > 4 << 20);
}

/// Every rank with every other one, in rounds, each in a way of its own.
#[test]
fn all_ranks_exchange() {
    let ways = [Compression::Off, BITS, INDICES, Compression::Auto];
    for ranks in [2, 3, 5, 8] {
        let mailbox = &Mailbox::default();
        let message = |from: usize, to: usize, round: usize| {
            let seed = (from * 100 + to * 10 + round) as u64;
            let mut random = Random::new(seed);
            sparse(2 * random.below(20_000) as usize, [0, 3, 30, 64][round % 4], &mut random)
        };
        on_ranks(ranks, |rank| {
            let plain = mailbox::Box::new(rank, ranks, mailbox);
            let pool = Pool::default();
            let packed = Packed::new(&plain, ways[rank % 4], 4, &pool);
            for round in 0..6 {
                let others: Vec<usize> = (0..ranks).filter(|r| *r != rank).collect();
                let mut rooms = vec![vec![0u8; 40_000]; ranks];
                let out: Vec<Vec<u8>> = others.iter().map(|to| message(rank, *to, round)).collect();
                let mut all = Vec::new();
                for (to, out) in others.iter().zip(&out) {
                    let room = &mut rooms[*to];
                    // SAFETY: room for the message, and the message, until the end.
                    unsafe {
                        let at = room.as_mut_ptr();
                        all.push((packed.receive(*to, at, room.len()).unwrap(), Some(*to)));
                        let sent = packed.send(*to, out.as_ptr(), out.len());
                        all.push((sent.unwrap(), None));
                    }
                }
                for (pending, from) in all {
                    let bytes = packed.wait(pending).unwrap();
                    if let Some(from) = from {
                        assert_eq!(rooms[from][..bytes], message(from, rank, round));
                    }
                }
            }
        });
    }
}

/// Every schedule, with sparse vectors of hostile numbers: packed or not, the same bits.
#[test]
fn no_schedule_depends_on_it() {
    let mut random = Random::new(94);
    let kind = Kind::Real(Format::Double);
    for arithmetic in [Arithmetic::Exact, Arithmetic::Tree, Arithmetic::Binned(3)] {
        let fold = fold_of(kind, Operator::Sum, arithmetic);
        for (ranks, density) in [(2, 3), (3, 0), (5, 20), (8, 64)] {
            let count = 3000;
            let contributions: Vec<Vec<u8>> = (0..ranks)
                .map(|_| {
                    let mut element = || match random.below(64) < density {
                        true => number(Format::Double, &mut random, 1),
                        false => Bits::from((random.below(99) == 0) as u64) << 63,
                    };
                    let elements =
                        (0..count).map(|_| Element { numbers: vec![element()], index: None });
                    elements.flat_map(|element| to_bytes(kind, &element, 8)).collect()
                })
                .collect();
            for to in [Destination::All, Destination::Root(1)] {
                let one = Nodes::one(ranks);
                let node = Some(&one);
                let case = Case { fold: &*fold, ranks, count, to, messages: true, node };
                for schedule in ALL.iter().filter(|schedule| schedule.check(&case).is_ok()) {
                    let reduce = |compression| {
                        let (settings, compression) = (Settings::default(), (compression, 4096));
                        let (in_place, shift) = (false, 0);
                        let way = Way {
                            schedule,
                            stepwise: false,
                            settings,
                            compression,
                            to,
                            count,
                            in_place,
                            shift,
                        };
                        ways::each(&way, &*fold, &contributions)
                    };
                    let plain = reduce(Compression::Off);
                    for compression in [BITS, INDICES, Compression::Auto] {
                        let name = schedule.name;
                        let same = plain == reduce(compression);
                        assert!(same, "{name} {arithmetic:?} p={ranks} {to:?} {compression:?}");
                    }
                }
            }
        }
    }
}
