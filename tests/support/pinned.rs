//! Work on one CPU. Ranks that are threads wait for each other all the time: on a CPU of their own
//! each wakes the next one there, which takes a fraction of waking it on another.

/// Binds the calling thread, and those that it starts, to one of the CPUs that it may use: the
/// `number`th, from the first on again where there are fewer.
pub fn pin(number: usize) {
    // SAFETY: sets of CPUs may be all zero; the calls read or write one of that size.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of_val(&set), &mut set) != 0 {
            return; // More CPUs than a set knows of: then there are enough.
        }
        let cpus: Vec<usize> =
            (0..8 * size_of_val(&set)).filter(|cpu| libc::CPU_ISSET(*cpu, &set)).collect();
        let mut one: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(cpus[number % cpus.len()], &mut one);
        assert_eq!(libc::sched_setaffinity(0, size_of_val(&one), &one), 0);
    }
}
