//! What to do about calls that were not made reproducible, and about the rest that a report mentions.

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    pub text: &'static str,
    /// A page of the documentation, and a section of it.
    pub page: &'static str,
    pub section: &'static str,
}

/// By how the reason begins.
const NOT_REPRODUCED: &[(&str, Advice)] = &[
    (
        "one-sided",
        Advice {
            text:
                "One-sided accumulates add in order of arrival. Send the values instead, and let \
                   their owner add them in a fixed order; or reduce with MPI_Reduce.",
            page: "docs/promise.md",
            section: "What is not promised",
        },
    ),
    (
        "SAMEBITS_ARITHMETIC=native",
        Advice {
            text: "The MPI library's own arithmetic was requested. Unset SAMEBITS_ARITHMETIC, or \
                   choose another one.",
            page: "docs/policy.md",
            section: "Arithmetics",
        },
    ),
    (
        "SAMEBITS_NONBLOCKING=native",
        Advice {
            text:
                "The MPI library's own nonblocking and persistent reductions were requested. Unset \
                 SAMEBITS_NONBLOCKING, unless requests are completed without samebits.",
            page: "docs/promise.md",
            section: "What is not promised",
        },
    ),
    (
        "a request that is completed without samebits",
        Advice {
            text:
                "A line at the start says who completes requests by PMPI_Wait or the like. Use the \
                   MPI_ functions, put libsamebits.so before that tool, or call the blocking form.",
            page: "docs/troubleshooting.md",
            section: "Messages",
        },
    ),
    (
        "never completed",
        Advice {
            text: "The results of these calls were never written. Either the program does not \
                   complete them, or something calls PMPI_Wait or the like for it: then set \
                   SAMEBITS_NONBLOCKING=native.",
            page: "docs/troubleshooting.md",
            section: "Messages",
        },
    ),
    (
        "an intercommunicator",
        Advice {
            text: "Merge the two groups (MPI_Intercomm_merge), and reduce there.",
            page: "docs/promise.md",
            section: "What is promised",
        },
    ),
    (
        "more bytes than SAMEBITS_NONBLOCKING_MEMORY",
        Advice {
            text:
                "Raise SAMEBITS_NONBLOCKING_MEMORY (its second number lets long reductions merge \
                   partial results on their way), split the reduction, or use the blocking call.",
            page: "docs/policy.md",
            section: "Policy: the environment variables",
        },
    ),
    (
        "a datatype that samebits does not know",
        Advice {
            text: "Use one of the datatypes that the table lists, or an operator of your own \
                   (MPI_Op_create), which works with every datatype.",
            page: "docs/arithmetics.md",
            section: "What decides the bits",
        },
    ),
    (
        "a datatype of 2 GiB or more",
        Advice {
            text: "Use smaller elements, and more of them.",
            page: "docs/promise.md",
            section: "What is not promised",
        },
    ),
    (
        "a datatype with a resized part",
        Advice {
            text: "Resize the outermost datatype only.",
            page: "docs/simgrid.md",
            section: "What is different there",
        },
    ),
    (
        "buffers that the MPI library should have rejected",
        Advice {
            text:
                "MPI forbids these buffers (the same one for input and output, or none). Correct \
                   the call.",
            page: "docs/promise.md",
            section: "What is not promised",
        },
    ),
];

const OTHER_CALLS: Advice = Advice {
    text:
        "SAMEBITS_UNSUPPORTED=error stops the program at the first such call, so that a debugger \
           shows it.",
    page: "docs/promise.md",
    section: "What is not promised",
};

const WITHOUT_MEMORY: &[(&str, Advice)] = &[
    (
        "no room",
        Advice {
            text: "Give the node's /dev/shm more space (docker run --shm-size, or --ipc=host).",
            page: "docs/use.md",
            section: "Containers",
        },
    ),
    (
        "64 communicators",
        Advice {
            text: "Free communicators that are not needed any more (MPI_Comm_free).",
            page: "docs/how-it-works.md",
            section: "Shared memory",
        },
    ),
];

const SLOWER: Advice = Advice {
    text: "Their reductions use messages, with the same bits.",
    page: "docs/how-it-works.md",
    section: "Shared memory",
};

pub const NOTHING_INTERCEPTED: Advice = Advice {
    text: "The program makes no reductions, or they do not reach samebits.",
    page: "docs/troubleshooting.md",
    section: "Messages",
};

pub const STILL_DIFFERENT: Advice = Advice {
    text: "If results still differ from run to run, the contributions do: something outside the \
           reductions.",
    page: "docs/troubleshooting.md",
    section: "When results still differ",
};

fn find(table: &[(&str, Advice)], reason: &str) -> Option<Advice> {
    table.iter().find(|(start, _)| reason.starts_with(start)).map(|(_, advice)| *advice)
}

pub fn not_reproduced(reason: &str) -> Advice {
    find(NOT_REPRODUCED, reason).unwrap_or(OTHER_CALLS)
}

pub fn without_memory(reason: &str) -> Advice {
    find(WITHOUT_MEMORY, reason).unwrap_or(SLOWER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
    }

    #[test]
    fn sections_are_in_the_documentation() {
        let tables = NOT_REPRODUCED.iter().chain(WITHOUT_MEMORY).map(|(_, advice)| *advice);
        for advice in tables.chain([OTHER_CALLS, SLOWER, NOTHING_INTERCEPTED, STILL_DIFFERENT]) {
            let page = fs::read_to_string(root().join(advice.page)).unwrap();
            let is_it = |line: &str| line.starts_with('#') && line.ends_with(advice.section);
            assert!(page.lines().any(is_it), "{}: {}", advice.page, advice.section);
        }
    }

    /// All files in a folder and in those in it.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn every_reason_of_the_library_has_its_advice() {
        let mut reasons = Vec::new();
        for file in files(&root().join("crates/reduction/src")) {
            let text = fs::read_to_string(file).unwrap();
            let constants =
                ["TOO_LONG", "PAST"].map(|name| text.split_once(&format!("{name}: &str = ")));
            let constants = constants.into_iter().flatten().map(|(_, rest)| rest);
            let direct = text.split("PassOn::Unsupported(").chain(text.split("PassOn::Uncovered("));
            let literals = direct.chain(constants).map(str::trim_start);
            let literals = literals.filter_map(|rest| rest.strip_prefix('"'));
            reasons.extend(literals.map(|rest| rest.split('"').next().unwrap().to_string()));
        }
        assert!(reasons.len() >= 7, "{reasons:?}");
        for reason in reasons {
            assert_ne!(not_reproduced(&reason), OTHER_CALLS, "{reason}");
        }
    }
}
