//! A call of a function that completes requests, in any binding, and what its functions share.

use crate::exports::forward::Forward;
use crate::exports::handles::Handles;
use crate::exports::ignored::Ignored;
use crate::runtime::process::Process;
use libc::c_int;
use samebits_mpi::{abi::family::Handle, Library};
use samebits_reduction::requests::{self, State};

/// Functions of one binding that take part in others' work.
pub struct Binding {
    pub fortran: bool,
    pub wait: Forward,
    pub test: Forward,
    pub testany: Forward,
    pub testsome: Forward,
    pub startall: Forward,
}

/// Of a function of requests, with an error argument.
const MOST_WORDS: usize = 8;

/// A call with a request of ours.
pub struct CompletionCall<'a> {
    pub process: &'static Process,
    pub binding: &'static Binding,
    pub next: &'static Forward,
    /// Without the error argument.
    pub words: &'a [usize],
    /// Those of ours, in their order: their places and handles.
    pub ours: &'a [(usize, Handle)],
}

impl CompletionCall<'_> {
    pub fn library(&self) -> &'static Library {
        &self.process.library
    }

    pub fn requests(&self, word: usize) -> Handles<'static> {
        Handles::requests(self.library(), self.binding.fortran, self.words[word])
    }

    /// Calls a function of this binding; returns its error code.
    pub unsafe fn invoke(&self, function: &Forward, words: &[usize]) -> c_int {
        let mut code: c_int = 0;
        let mut all = [0; MOST_WORDS];
        all[..words.len()].copy_from_slice(words);
        all[words.len()] = (&raw mut code) as usize;
        // SAFETY: upheld by the caller.
        unsafe {
            match self.binding.fortran {
                false => function.call(words),
                true => {
                    function.call::<()>(&all[..=words.len()]);
                    code
                }
            }
        }
    }

    /// Calls a function of one request, the first argument, for a null one: it fills in an empty
    /// status, and a flag that is true, in the form of this binding.
    pub unsafe fn of_null(&self, function: &Forward, rest: &[usize]) -> c_int {
        let mut memory = 0usize;
        let address = (&raw mut memory) as usize;
        let null = Handles { address, ..self.requests(0) };
        let mut words = [address; MOST_WORDS];
        words[1..=rest.len()].copy_from_slice(rest);
        // SAFETY: upheld by the caller; a handle takes no more than a word.
        unsafe {
            null.write_null(0);
            self.invoke(function, &words[..=rest.len()])
        }
    }

    /// Tests a null request; the flag and the status are the words from there on.
    pub unsafe fn test_null(&self, flag: usize) -> c_int {
        // SAFETY: upheld by the caller.
        unsafe {
            // SMPI 3.32 sets no flag if the status is ignored.
            self.write(flag, 1);
            self.of_null(&self.binding.test, &self.words[flag..])
        }
    }

    /// Calls a function of several requests, the second argument, with null ones in place of ours.
    pub unsafe fn without_ours(&self, function: &Forward, words: &[usize]) -> c_int {
        let requests = self.requests(1);
        // SAFETY: upheld by the caller; a handle takes no more than a word.
        unsafe {
            let number = count(self.binding.fortran, self.words[0]);
            let mut memory = vec![0usize; number];
            let copies = Handles { address: memory.as_mut_ptr() as usize, ..requests };
            (0..number).for_each(|place| copies.write(place, requests.read(place)));
            self.ours.iter().for_each(|(place, _)| copies.write_null(*place));
            let mut words = words.to_vec();
            words[1] = copies.address;
            let code = self.invoke(function, &words);
            let mut ours = self.ours.iter().map(|(place, _)| *place).peekable();
            for place in 0..number {
                if ours.next_if_eq(&place).is_none() {
                    requests.write(place, copies.read(place));
                }
            }
            code
        }
    }

    /// Writes a number, or a false flag.
    pub unsafe fn write(&self, word: usize, number: c_int) {
        // SAFETY: the caller's place for an int or INTEGER.
        unsafe { *(self.words[word] as *mut c_int) = number };
    }

    pub unsafe fn read(&self, word: usize) -> c_int {
        // SAFETY: as above.
        unsafe { *(self.words[word] as *const c_int) }
    }

    /// An index in an array as the binding counts.
    pub fn index(&self, place: usize) -> c_int {
        place as c_int + c_int::from(self.binding.fortran)
    }

    /// The program is told that a request is complete.
    pub unsafe fn retire(&self, requests: &Handles<'_>, (place, handle): (usize, Handle)) {
        if requests::retire(self.library(), handle) {
            // SAFETY: one of the caller's requests.
            unsafe { requests.write_null(place) };
        }
    }

    /// Tests all of ours; whether all are complete, or have nothing to complete.
    pub fn all_complete(&self) -> bool {
        let pending = |&(_, handle): &(usize, Handle)| requests::test(handle) == State::Pending;
        !self.ours.iter().fold(false, |any, request| pending(request) | any)
    }

    /// The first of ours that is complete.
    pub fn complete(&self) -> Option<((usize, Handle), c_int)> {
        self.ours.iter().find_map(|&request| match requests::test(request.1) {
            State::Complete(code) => Some((request, code)),
            _ => None,
        })
    }

    /// Whether any of ours is still to be completed.
    pub fn any_active(&self) -> bool {
        let active = |state| matches!(state, State::Pending | State::Complete(_));
        self.ours.iter().any(|&(_, handle)| active(requests::test(handle)))
    }

    /// After a call that has filled in statuses for all: its error code, or MPI_ERR_IN_STATUS with the
    /// codes in the statuses. Retires those of ours that are complete, if so told.
    pub unsafe fn finish_all(&self, statuses: usize, code: c_int, retires: bool) -> c_int {
        let (requests, mut failed) = (self.requests(1), Vec::new());
        // SAFETY: upheld by the caller.
        unsafe {
            for &(place, handle) in self.ours {
                let State::Complete(own) = requests::test(handle) else { continue };
                if own != 0 {
                    failed.push((place, own));
                }
                if retires {
                    self.retire(&requests, (place, handle));
                }
            }
            let number = count(self.binding.fortran, self.words[0]);
            self.errors((statuses, number), code, &failed)
        }
    }

    /// The code of a call that completes several requests, of which some of ours have failed.
    pub unsafe fn errors(
        &self,
        (statuses, number): (usize, usize),
        code: c_int,
        failed: &[(usize, c_int)],
    ) -> c_int {
        let constants = &self.library().constants;
        let Some(&(_, first)) = failed.first() else { return code };
        if Ignored::of(self.library()).array(self.binding.fortran, statuses).is_some() {
            return first;
        }
        let family = self.library().family;
        let error = |place: usize| family.error_in_status(statuses + place * family.status_bytes());
        // SAFETY: the caller has a status for each.
        unsafe {
            // Where no other has failed the MPI library leaves these as they are.
            (0..number).filter(|_| code == 0).for_each(|place| *error(place) = 0);
            failed.iter().for_each(|&(place, code)| *error(place) = code);
        }
        constants.err_in_status
    }

    /// The status of one of an array, or what ignores it.
    pub fn status_at(&self, statuses: usize, place: usize) -> usize {
        let ignored = Ignored::of(self.library()).array(self.binding.fortran, statuses);
        ignored.unwrap_or(statuses + place * self.library().family.status_bytes())
    }
}

/// The error code of a call that has completed one of ours, whose own code comes first.
pub fn first_error(own: c_int, code: c_int) -> c_int {
    match own {
        0 => code,
        own => own,
    }
}

/// A count of requests.
pub unsafe fn count(fortran: bool, word: usize) -> usize {
    // SAFETY: Fortran passes the address of an INTEGER.
    let count = if fortran { unsafe { *(word as *const c_int) } } else { word as c_int };
    usize::try_from(count).unwrap_or(0)
}
