//! Reads the policy from the environment.

use super::module_systems;
use super::profile::Profile;
use super::values::Policy;
use super::variables::{variable, VARIABLES};
use super::wording::{did_you_mean, enumerate};
use samebits_base::files::Mode;
use std::sync::Arc;

const PREFIX: &str = "SAMEBITS_";

/// Of libsamebits_math.so, which reads them itself.
const MATH: &str = "SAMEBITS_MATH_";

/// The variables that a program may override for one communicator.
const CHOICES: [&str; 6] = ["arithmetic", "schedule", "threads", "block", "compress", "stores"];

impl Policy {
    /// Reads this process's environment, and its profile. `Err` has a line for each wrong variable.
    pub fn from_environment() -> Result<Policy, String> {
        let mut policy = Policy::from_variables(std::env::vars_os().map(|(name, value)| {
            (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
        }))?;
        if let Some(path) = &policy.profile_path {
            let profile = Profile::load(path).map_err(|why| {
                let row = variable("SAMEBITS_PROFILE").expect("it is in the table");
                let (name, path, takes) = (row.name, path.display(), row.accepted());
                format!("{name}={path} is not accepted: {why}; it takes {takes}")
            })?;
            policy.profile = Some(Arc::new(profile));
        }
        Ok(policy)
    }

    /// What `SAMEBITS_FILE_MODE` says, for programs that only write files.
    pub fn file_mode_of_environment() -> Result<Mode, String> {
        let name = "SAMEBITS_FILE_MODE".to_string();
        let value = std::env::var_os(&name).unwrap_or_default().to_string_lossy().into_owned();
        Ok(Policy::from_variables([(name, value)])?.file_mode)
    }

    /// As [`Policy::from_environment`], from any variables and without a profile.
    pub fn from_variables(
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Policy, String> {
        let mut policy = Policy::default();
        let mut wrong = Vec::new();
        for (name, value) in variables {
            if !name.starts_with(PREFIX) || name.starts_with(MATH) {
                continue;
            }
            match variable(&name) {
                // As in shells, an empty value means unset.
                Some(_) if value.is_empty() => {}
                Some(variable) => wrong.extend(variable.set(&mut policy, &name, &value).err()),
                None if module_systems::sets(&name) => {}
                None => {
                    let names: Vec<&str> = VARIABLES.iter().map(|variable| variable.name).collect();
                    let (hint, names) = (did_you_mean(&name, &names), enumerate(&names, "and"));
                    wrong.push(format!(
                        "{name} is not a variable of samebits{hint}; accepted: {names}"
                    ));
                }
            }
        }
        if wrong.is_empty() {
            return Ok(policy);
        }
        wrong.sort();
        Err(wrong.join("\n"))
    }

    /// The policy with another value, or "" for the default, of one of the [`CHOICES`].
    pub fn with(&self, name: &str, value: &str) -> Result<Policy, String> {
        if !CHOICES.iter().any(|choice| choice.eq_ignore_ascii_case(name)) {
            let (hint, names) = (did_you_mean(name, &CHOICES), enumerate(&CHOICES, "and"));
            return Err(format!("{name} cannot be set{hint}; accepted: {names}"));
        }
        let variable = variable(&format!("{PREFIX}{}", name.to_uppercase()));
        let variable = variable.expect("the choices are in the table");
        let mut policy = self.clone();
        let value = if value.is_empty() { variable.words()[0] } else { value };
        variable.set(&mut policy, name, value)?;
        Ok(policy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Report;
    use samebits_kernel::packing::Packing;
    use samebits_kernel::simd::Unit;
    use samebits_kernel::stores::{self, Stores};
    use samebits_schedule::distribution::Distribution;
    use samebits_schedule::packed::Compression;
    use samebits_sum::names::Arithmetic;
    use std::time::Duration;

    /// Reads NAME=VALUE pairs, separated by spaces.
    fn read(variables: &str) -> Result<Policy, String> {
        let pairs = variables.split_whitespace().map(|pair| pair.split_once('=').unwrap());
        Policy::from_variables(pairs.map(|(name, value)| (name.into(), value.into())))
    }

    /// Each value is refused, with these words.
    fn refused<'a>(name: &str, values: impl IntoIterator<Item = &'a str>, why: &str) {
        for value in values {
            let message = format!("{name}={value} is not accepted{why}");
            assert_eq!(read(&format!("{name}={value}")).unwrap_err(), message);
        }
    }

    #[test]
    fn without_variables_everything_is_automatic() {
        let policy = read("PATH=/bin SAMEBITSX=1").unwrap();
        assert_eq!(policy.decisive(), "arithmetic=auto schedule=auto unsupported=warn");
        assert_eq!(policy.choices.arithmetic(), Arithmetic::Exact);
        assert_eq!((policy.verbose, policy.report), (false, Report::Off));
        assert_eq!(policy.distribution, Distribution::Upper);
    }

    #[test]
    fn every_variable_is_read() {
        let policy = read(
            "SAMEBITS_ARITHMETIC=tree SAMEBITS_SCHEDULE=slices SAMEBITS_THREADS=12 \
             SAMEBITS_BLOCK=64K SAMEBITS_COMPRESS=auto SAMEBITS_STORES=ordinary SAMEBITS_NODE=2:cyclic \
             SAMEBITS_DISTRIBUTION=power2 SAMEBITS_UNSUPPORTED=error SAMEBITS_VERBOSE=1 \
             SAMEBITS_NONBLOCKING_MEMORY=16M SAMEBITS_PROGRESS=none SAMEBITS_WAIT_LIMIT=600 SAMEBITS_CHILDREN=without SAMEBITS_REPORT=/out/report.txt \
             SAMEBITS_TRACE=/out/trace SAMEBITS_TRACE_VALUES=8 SAMEBITS_TRACE_LIMIT=64M \
             SAMEBITS_TRACE_FROM=1000 SAMEBITS_FILE_MODE=0640",
        )
        .unwrap();
        assert_eq!(
            policy.decisive(),
            "arithmetic=tree schedule=slices unsupported=error distribution=power2 block=65536 \
             compress=auto nonblocking_memory=16777216 progress=none node=2:cyclic trace=folder"
        );
        assert_eq!(policy.choices.threads, Some(12));
        assert_eq!(policy.choices.stores, Some(Stores::Ordinary));
        assert_eq!(policy.distribution, Distribution::Power2);
        assert_eq!(policy.wait_limit, Some(Duration::from_secs(600)));
        assert!(policy.verbose);
        assert_eq!(policy.report, Report::File("/out/report.txt".into()));
        assert_eq!((policy.trace, policy.trace_values), (Some("/out/trace".into()), 8));
        assert_eq!((policy.trace_limit.0, policy.trace_from), (64 << 20, 1000));
        assert_eq!(Some(policy.file_mode), Mode::from_text("640"));
    }

    #[test]
    fn the_default_memory_is_the_same_policy_however_it_is_written() {
        let usual = Policy::default().decisive();
        for value in ["64M", "65536K", "67108864", "64M:64M"] {
            let policy = read(&format!("SAMEBITS_NONBLOCKING_MEMORY={value}")).unwrap();
            assert_eq!(policy.decisive(), usual, "{value}");
        }
        for value in ["", "-1", "64m", "1025G", "auto", "1M:", ":1M", "1M:1025G", "1:2:3"] {
            let variable = format!("SAMEBITS_NONBLOCKING_MEMORY={value}");
            assert_eq!(read(&variable).is_err(), !value.is_empty(), "{variable}");
        }
        let two = read("SAMEBITS_NONBLOCKING_MEMORY=0:2K").unwrap();
        assert_eq!(two.decisive(), format!("{usual} nonblocking_memory=0:2048"));
    }

    #[test]
    fn a_limit_of_waiting_is_a_number_of_seconds_and_ranks_may_differ() {
        assert_eq!(read("").unwrap().wait_limit, None);
        assert_eq!(read("SAMEBITS_WAIT_LIMIT=none").unwrap().wait_limit, None);
        for seconds in [1, 90, 1_000_000] {
            let policy = read(&format!("SAMEBITS_WAIT_LIMIT={seconds}")).unwrap();
            assert_eq!(policy.wait_limit, Some(Duration::from_secs(seconds)));
            assert_eq!(policy.decisive(), Policy::default().decisive());
        }
        let wrong = ["0", "-1", "+5", "1000001", "1.5", "10s", "5m", "off", "99999999999999999999"];
        let takes = "; it takes none or a number of seconds from 1 to 1000000";
        refused("SAMEBITS_WAIT_LIMIT", wrong, takes);
    }

    #[test]
    fn rights_of_files_are_a_mode_and_ranks_may_differ() {
        assert_eq!(read("SAMEBITS_FILE_MODE=umask").unwrap().file_mode, Mode::default());
        let private = read("SAMEBITS_FILE_MODE=600").unwrap();
        assert_eq!(private.decisive(), Policy::default().decisive());
        let takes = "; it takes umask or an octal mode from 600 to 666, such as 600 or 640";
        refused("SAMEBITS_FILE_MODE", ["755"], takes);
    }

    #[test]
    fn a_tilde_that_a_shell_has_left_is_the_home_directory() {
        let home = std::env::home_dir().unwrap();
        let policy = read("SAMEBITS_REPORT=~/r SAMEBITS_TRACE=~/t SAMEBITS_PROFILE=~/p").unwrap();
        assert_eq!(policy.report, Report::File(home.join("r")));
        assert_eq!(
            (policy.trace, policy.profile_path),
            (Some(home.join("t")), Some(home.join("p")))
        );
    }

    #[test]
    fn an_empty_value_means_unset() {
        let policy = read("SAMEBITS_ARITHMETIC= SAMEBITS_REPORT=").unwrap();
        assert_eq!((policy.choices.arithmetic, policy.report), (None, Report::Off));
    }

    #[test]
    fn a_bad_value_is_named_with_what_is_accepted() {
        let takes = " (did you mean exact?); it takes auto, exact, tree, prerounded, prerounded2, \
                     binned, native or prerounded:K or prerounded2:K with K from 1 to 4, or \
                     binned:K with K from 2 to 4";
        refused("SAMEBITS_ARITHMETIC", ["exat"], takes);
        refused("SAMEBITS_REPORT", ["true"], "; it takes 0, 1 or the path of a file");
        let message = read("SAMEBITS_VERBOSE=yes SAMEBITS_SCHEDULE=Gather").unwrap_err();
        assert_eq!(message.lines().count(), 2);
    }

    #[test]
    fn a_choice_can_be_overridden() {
        let policy = read("SAMEBITS_SCHEDULE=slices SAMEBITS_THREADS=3").unwrap();
        let other = policy.with("arithmetic", "tree").unwrap();
        assert_eq!(other.decisive(), "arithmetic=tree schedule=slices unsupported=warn");
        assert_eq!(other.with("threads", "auto").unwrap().choices.threads, None);
        assert_eq!(other.with("threads", "").unwrap().choices.threads, None);
        let packed = other.with("COMPRESS", "idx").unwrap();
        assert_eq!(packed.choices.compression, Compression::By(Packing::Indices));
        assert_eq!(packed.with("compress", "").unwrap().choices.compression, Compression::Off);
        assert_eq!(
            policy.with("threads", "0").unwrap_err(),
            "threads=0 is not accepted; it takes auto or a number from 1 to 4096"
        );
        assert_eq!(
            policy.with("shedule", "slices").unwrap_err(),
            "shedule cannot be set (did you mean schedule?); accepted: arithmetic, schedule, \
             threads, block, compress and stores"
        );
        for (value, bytes) in [("1", 1), ("64K", 65536), ("3M", 3 << 20), ("1G", 1 << 30)] {
            assert_eq!(policy.with("block", value).unwrap().choices.block, Some(bytes));
        }
        let takes = "it takes auto or a number of bytes from 1 to 1G, such as 4096 or 64K";
        for value in ["0", "1.5K", "64k", "2G", "K", "64KB", "-1", "+1", "99999999999999999999"] {
            let message = format!("block={value} is not accepted; {takes}");
            assert_eq!(policy.with("block", value).unwrap_err(), message);
        }
        assert!(policy.with("report", "1").is_err());
    }

    #[test]
    fn stores_are_those_that_the_processor_has_and_ranks_may_differ() {
        for (name, stores) in stores::ALL {
            let policy = read(&format!("SAMEBITS_STORES={name}")).unwrap();
            assert_eq!(policy.choices.stores, Some(*stores));
            assert_eq!(policy.decisive(), Policy::default().decisive());
            assert_eq!(policy.with("stores", "auto").unwrap().choices.stores, None);
        }
        let takes = match cfg!(target_arch = "x86_64") {
            true => " (did you mean stream?); it takes auto, ordinary, prefetch or stream",
            false => "; it takes auto or ordinary",
        };
        refused("SAMEBITS_STORES", ["strem"], takes);
    }

    #[test]
    fn vector_units_are_those_of_this_kind_of_processor_and_ranks_may_differ() {
        for name in Unit::names() {
            let policy = read(&format!("SAMEBITS_VECTOR_UNIT={name}")).unwrap();
            assert_eq!(policy.decisive(), Policy::default().decisive());
        }
        let takes = match cfg!(target_arch = "x86_64") {
            true => " (did you mean avx2?); it takes auto, avx512, avx2 or sse2",
            false => "; it takes auto or neon",
        };
        refused("SAMEBITS_VECTOR_UNIT", ["avx3"], takes);
    }

    #[test]
    fn a_bad_parameter_is_distinguished_from_a_bad_word() {
        let takes =
            "; it takes upper, lower, power2, optimized or optimized:ALPHA with ALPHA from 0 \
                     to 1, such as 0.25";
        let wrong = ["optimized:1.01", "optimized:", "optimized:nan", "upper:0.2"];
        refused("SAMEBITS_DISTRIBUTION", wrong, takes);
        let message = read("SAMEBITS_DISTRIBUTION=optimised:0.3").unwrap_err();
        assert!(message.contains("not accepted (did you mean optimized?); it takes"), "{message}");
        let policy = read("SAMEBITS_DISTRIBUTION=optimized:0.3").unwrap();
        assert_eq!(Some(policy.distribution), Distribution::from_text("optimized:0.3"));
    }

    #[test]
    fn the_other_librarys_variables_are_left_to_it() {
        assert!(read("SAMEBITS_MATH_VARIANT=x86-64 SAMEBITS_THREADS=2").is_ok());
        assert!(read("SAMEBITS_MATH=1").is_err());
    }

    #[test]
    fn what_module_systems_set_is_theirs() {
        let policy =
            read("SAMEBITS_ROOT=/opt/samebits SAMEBITS_VERSION=1 SAMEBITS_THREADS=2").unwrap();
        assert_eq!(policy.choices.threads, Some(2));
        let message = read("SAMEBITS_TRACE_DIR=/traces").unwrap_err();
        let hint =
            "SAMEBITS_TRACE_DIR is not a variable of samebits (did you mean SAMEBITS_TRACE?)";
        assert!(message.starts_with(hint), "{message}");
    }

    #[test]
    fn an_unknown_variable_is_named_with_the_nearest_known_one() {
        assert_eq!(
            read("SAMEBITS_ARITMETIC=tree").unwrap_err(),
            "SAMEBITS_ARITMETIC is not a variable of samebits (did you mean \
             SAMEBITS_ARITHMETIC?); accepted: SAMEBITS_ARITHMETIC, SAMEBITS_SCHEDULE, \
             SAMEBITS_THREADS, SAMEBITS_BLOCK, SAMEBITS_COMPRESS, SAMEBITS_STORES, \
             SAMEBITS_VECTOR_UNIT, SAMEBITS_NODE, SAMEBITS_PROFILE, SAMEBITS_DISTRIBUTION, \
             SAMEBITS_UNSUPPORTED, SAMEBITS_NONBLOCKING, SAMEBITS_NONBLOCKING_MEMORY, \
             SAMEBITS_PROGRESS, SAMEBITS_WAIT_LIMIT, SAMEBITS_CHILDREN, \
             SAMEBITS_VERBOSE, SAMEBITS_REPORT, SAMEBITS_FILE_MODE, SAMEBITS_TRACE, SAMEBITS_TRACE_VALUES, SAMEBITS_TRACE_LIMIT and \
             SAMEBITS_TRACE_FROM"
        );
    }
}
