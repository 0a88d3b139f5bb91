//! Profiles: what is written is read again to the bit, and what is damaged is named.

use proptest::prelude::*;
use samebits_base::files::Mode;
use samebits_policy::profile::{Origin, Profile};
use samebits_schedule::cost::{Machine, PARAMETERS};
use std::fs;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::PathBuf;

fn origin() -> Origin {
    let (cpu, mpi) = ("Some CPU @ 2.0GHz".to_string(), "Open MPI v4.1.4".to_string());
    Origin { cpu, cpus: 2, mpi, hosts: 1, ranks: 2 }
}

fn profile() -> Profile {
    Profile { origin: origin(), machine: Machine::DEFAULT }
}

/// Any positive finite number.
fn positive() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>().prop_map(f64::abs).prop_filter("positive", |x| *x > 0.0 && x.is_finite()),
        Just(f64::MIN_POSITIVE),
        Just(f64::from_bits(1)),
        Just(f64::MAX),
        Just(0.1),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_to_the_bit(
        values in proptest::collection::vec(positive(), PARAMETERS.len()),
        cpu in "\\PC{0,40}", mpi in "[\\PC\\n\\t]{0,40}",
        counts in (1usize.., 1usize.., 1usize..),
    ) {
        let mut profile = profile();
        for (parameter, value) in PARAMETERS.iter().zip(&values) {
            *(parameter.place)(&mut profile.machine) = *value;
        }
        (profile.origin.cpus, profile.origin.hosts, profile.origin.ranks) = counts;
        (profile.origin.cpu, profile.origin.mpi) = (cpu, mpi);
        let read = Profile::from_text(&profile.to_text()).unwrap();
        for (parameter, value) in PARAMETERS.iter().zip(&values) {
            prop_assert_eq!((parameter.of)(&read.machine).to_bits(), value.to_bits());
        }
        prop_assert_eq!(read.machine.digest(), profile.machine.digest());
        prop_assert_eq!((read.origin.cpus, read.origin.hosts, read.origin.ranks), counts);
        // (Names are written as words.)
        prop_assert_eq!(Profile::from_text(&read.to_text()).unwrap(), read);
    }

    #[test]
    fn one_number_more_or_less_is_another_digest(which in 0..PARAMETERS.len(), up: bool) {
        let mut other = Machine::DEFAULT;
        let place = (PARAMETERS[which].place)(&mut other);
        *place = if up { place.next_up() } else { place.next_down() };
        prop_assert_ne!(other.digest(), Machine::DEFAULT.digest());
    }
}

#[test]
fn damage_is_named_with_its_line() {
    let good = profile().to_text();
    let line =
        |key: &str| 1 + good.lines().position(|line| line.starts_with(&format!("{key} "))).unwrap();
    let refused = |text: &str, words: &[&str]| {
        let message = Profile::from_text(text).unwrap_err();
        for word in words {
            assert!(message.contains(word), "{word:?} in {message:?}");
        }
    };
    let with = |key: &str, fresh: &str| {
        let changed = good.lines().map(|line| match line.split_once(' ') {
            Some((name, _)) if name == key => fresh.to_string(),
            _ => line.to_string(),
        });
        changed.collect::<Vec<_>>().join("\n")
    };
    refused("", &["line 1", "begins with \"samebits profile 1\""]);
    refused("alpha 1e-6\n", &["line 1", "begins with"]);
    refused(
        &good.replacen("profile 1", "profile 2", 1),
        &["line 1", "version", "it takes version 1"],
    );
    let at = |key: &str| format!("line {}:", line(key));
    for value in [
        "0", "0.0", "-1e-6", "-0.0", "inf", "NaN", "nan", "1e999", "1e-999", "", " 1", "1 ",
        "1e-6s", "0x1", "+1", "1_0", "1,5", "1e", "infinity",
    ] {
        let words = [&*at("alpha"), "alpha", "is not accepted; it takes a positive number of s"];
        refused(&with("alpha", &format!("alpha {value}")), &words);
    }
    refused(&with("beta", "beta -1"), &[&at("beta"), "a positive number of s/B"]);
    for value in ["0", "-1", "+2", "1.5", "", "two", "99999999999999999999999"] {
        refused(&with("cpus", &format!("cpus {value}")), &[&at("cpus"), "a number, 1 or more"]);
    }
    for value in ["", " x", "a  b", "x "] {
        refused(&with("mpi", &format!("mpi {value}")), &[&at("mpi"), "a name"]);
    }
}

#[test]
fn keys_are_there_once_and_known() {
    let good = profile().to_text();
    let without = |key: &str| {
        let kept = good.lines().filter(|line| !line.starts_with(&format!("{key} ")));
        kept.collect::<Vec<_>>().join("\n")
    };
    let names = PARAMETERS.iter().map(|row| row.name);
    for key in names.chain(["cpu", "cpus", "mpi", "hosts", "ranks"]) {
        let message = Profile::from_text(&without(key)).unwrap_err();
        assert!(message.ends_with(&format!("{key} is missing")), "{message}");
        let line = good.lines().find(|line| line.starts_with(&format!("{key} "))).unwrap();
        let message = Profile::from_text(&format!("{good}{line}\n")).unwrap_err();
        let last = good.lines().count() + 1;
        assert_eq!(message, format!("line {last}: {key} appears twice"));
    }
    let message = Profile::from_text(&format!("{good}alpah 1\n")).unwrap_err();
    assert!(message.contains("a profile has no key \"alpah\" (did you mean alpha?)"), "{message}");
    assert!(message.contains("accepted: cpu, cpus, mpi, hosts, ranks, alpha, beta"), "{message}");
    // The order of the lines, comments and empty lines say nothing.
    let (head, rest) = good.split_once('\n').unwrap();
    let mut lines: Vec<&str> = rest.lines().filter(|line| !line.starts_with('#')).collect();
    lines.reverse();
    let text = format!("{head}\n\n# A remark.\n{}", lines.join("\n"));
    assert_eq!(Profile::from_text(&text).unwrap(), profile());
}

#[test]
fn another_machine_is_told_apart() {
    let here = origin();
    assert_eq!(origin().differs(&here), None);
    assert_eq!(Origin { hosts: 7, ranks: 100, ..origin() }.differs(&here), None);
    let cpu = Origin { cpu: "Other".into(), ..origin() };
    assert!(cpu
        .differs(&here)
        .unwrap()
        .contains("CPU called Other, and this is Some CPU @ 2.0GHz"));
    let cpus = Origin { cpus: 3, ..origin() };
    assert!(cpus.differs(&here).unwrap().contains("CPUs is 3, and this is 2"));
    let mpi = Origin { mpi: "MPICH Version: 4.0.2".into(), ..origin() };
    assert!(mpi
        .differs(&here)
        .unwrap()
        .contains("under MPICH Version: 4.0.2, and this is Open MPI"));
    let found = Origin::local(" Open  MPI\tv4 ", 3, 5);
    assert_eq!((found.mpi.as_str(), found.hosts, found.ranks), ("Open MPI v4", 3, 5));
    assert!(found.cpus >= 1 && !found.cpu.is_empty());
}

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
#[cfg_attr(miri, ignore)] // there are no files
fn files_are_replaced_whole_and_only_profiles() {
    let folder = folder("profiles");
    let path = folder.join("profile.txt");
    profile().store(&path, Mode::default()).unwrap();
    assert_eq!(Profile::load(&path).unwrap(), profile());
    let other = Profile { origin: Origin { ranks: 9, ..origin() }, ..profile() };
    other.store(&path, Mode::default()).unwrap();
    assert_eq!(Profile::load(&path).unwrap(), other);
    // One of another version, or cut off.
    fs::write(&path, "samebits profile 0\n").unwrap();
    other.store(&path, Mode::default()).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");

    for foreign in ["", "samebits", "#!/bin/sh\n", "samebits Profile 1\n"] {
        fs::write(&path, foreign).unwrap();
        let message = other.store(&path, Mode::default()).unwrap_err();
        assert!(message.contains("not a profile of samebits; it is left unchanged"), "{message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    }
    // What takes a file's place gets no more rights than that, and a link stays what it is.
    fs::write(&path, profile().to_text()).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    other.store(&path, Mode::default()).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let link = folder.join("link.txt");
    symlink(&path, &link).unwrap();
    assert!(other.store(&link, Mode::default()).unwrap_err().contains("is a symbolic link to"));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(other.store(&folder, Mode::default()).unwrap_err().contains("not a regular file"));
    assert!(other
        .store(&folder.join("no/such.txt"), Mode::default())
        .unwrap_err()
        .contains("No such file"));
    assert!(other.store(&path.join("x"), Mode::default()).is_err());

    assert!(Profile::load(&folder).unwrap_err().contains("not a regular file"));
    assert!(Profile::load(&folder.join("missing")).unwrap_err().contains("No such file"));
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(Profile::load(&path).unwrap_err().contains("not text"));
    fs::write(&path, vec![b'#'; 1 << 20]).unwrap();
    assert!(Profile::load(&path).unwrap_err().contains("longer than"));
}
