//! The options of launchers and how many words each takes: whatever has a value in a word of its own
//! has to be listed, or the value is taken for the program. From the launchers' help and manual pages
//! (Open MPI 4 and 5, MPICH 4 and 5, Intel MPI 2021, Slurm 22 to 25, Flux, JSM, ALPS).

use super::launcher::Launcher;

pub struct Syntax {
    /// Names of options that take no word, one and two; each in all its spellings, without dashes.
    /// What may have a value, but only behind "=" or in the same word, takes none.
    names: [&'static str; 3],
    /// As getopt reads them: one dash is for options of one letter, which may be several in one word,
    /// with a value right behind; two are for the others, whose names may be cut short.
    pub getopt: bool,
    /// Whether ":" is followed by another program, with options of its own.
    pub colon: bool,
    /// Options by which a file names the programs.
    pub files: &'static [&'static str],
}

const OPENMPI: Syntax = Syntax {
    names: [
        "allow-run-as-root bind-to-core bind-to-socket bycore bynode byslot bysocket continuous d \
         daemonize debug debug-daemons debug-daemons-file debug-devel disable-recovery \
         display-allocation display-comm display-comm-finalize display-devel-allocation \
         display-devel-map display-diffable-map display-map display-topo do-not-launch \
         do-not-resolve enable-instant-on-support enable-recovery fwd-mpirun-port \
         get-stack-traces index-argv-by-rank leave-session-attached merge-stderr-to-stdout \
         no-ready-msg nolocal nooversubscribe noprefix novm output-proctable oversubscribe parsable \
         parseable pernode preload-binary q quiet report-bindings report-child-jobs-separately \
         report-state-on-timeout s set-cwd-to-session-dir set-sid show-progress stop-in-app \
         stop-in-init stop-on-exec system-server tag-output timestamp-output tv use-hwthread-cpus \
         use-regexp v verbose version V xml",
        "H N add-host add-hostfile am amca app appfile bind-to c cartofile cf cpu-list cpu-set \
         cpus-per-proc cpus-per-rank debugger default-hostfile display dvm dvm-uri exec-agent \
         forward-signals gpu-support hnp host hostfile keepalive launch-agent machinefile map-by \
         max-restarts max-vm-size memory-alloc-kinds n namespace np npernode npersocket \
         num-connect-retries ompi-server output output-filename path personality pid ppr prefix \
         preload-files pset rank-by rankfile report-events report-pid report-uri rf \
         rtos runtime-options singleton slot-list spawn-timeout stdin stream-buffering \
         test-suicide timeout tmpdir tune wd wdir with-ft x xml-file xterm",
        "gmca gomca gpmca gpmixmca gprtemca mca omca pmca pmixmca prtemca",
    ],
    getopt: false,
    colon: true,
    files: &["app", "appfile"],
};

/// Intel MPI's options are among them.
const HYDRA: Syntax = Syntax {
    names: [
        "aps check_mpi dac debug disable-auto-cleanup disable-hostname-propagation disable-x \
         enable-auto-cleanup enable-hostname-propagation enable-x envall envnone envuser gdb \
         genvall genvnone hybrid-hosts ilp64 info l mps noconf nolocal ordered-output pmi-port \
         prepend-rank prepend-timestamp print-all-exitcodes print-rank-map profile prot rr \
         silent-abort skip-launch-node t trace tv v verbose version V",
        "binding bind-to bootstrap bootstrap-exec branch-count ckpoint-interval ckpoint-num \
         ckpoint-prefix ckpointlib configfile cpu-bind demux envlist errfile errfile-pattern f \
         gdb-args gdba genvlist gpus-per-proc grr gtool gtoolfile host hostfile hostlist hostos \
         hosts hosts-group iface launcher launcher-exec localhost machine machinefile machinelist \
         machines map-by membind memory-alloc-kinds n nameserver np order-nodes outfile \
         outfile-pattern path perhost ppn prepend-pattern rankmap ranks-per-proc rmk s tmpdir \
         topolib tune usize wdir",
        "env genv",
    ],
    getopt: false,
    colon: true,
    files: &["configfile"],
};

const SRUN: Syntax = Syntax {
    names: [
        "E H I K O Q V X Z bcast compress contiguous disable-status exact exclusive external help h \
         hold immediate interactive k kill-on-bad-exit l label multi-prog nice no-allocate no-kill \
         oom-kill-step overcommit overlap oversubscribe preserve-env propagate pty quiet \
         quit-on-interrupt reboot resv-ports s send-libs spread-job stepmgr test-only u unbuffered \
         usage use-min-nodes v verbose version wait-for-children x11",
        "A B C D F G J L M N S T W accel-bind account acctg-freq b bb bbf bcast-exclude begin c \
         chdir cluster-constraint clusters comment constraint container container-id core-spec \
         cores-per-socket cpu-bind cpu-freq cpu_bind cpus-per-gpu cpus-per-task d deadline \
         delay-boot dependency distribution e epilog error exclude export extra \
         extra-node-info gid gpu-bind gpu-freq gpus gpus-per-node gpus-per-socket gpus-per-task \
         gres gres-flags het-group hint i input job-name jobid licenses m mail-type mail-user \
         mcs-label mem mem-bind mem-per-cpu mem-per-gpu mem_bind mincpus mpi msg-timeout n network \
         nodefile nodelist nodes ntasks ntasks-per-core ntasks-per-gpu ntasks-per-node \
         ntasks-per-socket o open-mode output p partition power prefer priority profile prolog q \
         qos r relative reservation segment signal slurmd-debug sockets-per-node switches t \
         task-epilog task-prolog thread-spec threads threads-per-core time time-min tmp \
         tree-width treewidth tres-bind tres-per-task uid w wait wckey x",
        "",
    ],
    getopt: true,
    colon: true,
    files: &["multi-prog"],
};

const FLUX: Syntax = Syntax {
    names: [
        "bg debug dry-run exclusive h help l label-io quiet signal u unbuffered v verbose watch \
         wait x",
        "B N S add-file bank begin-time c conf cores cores-per-task cwd dependency env env-file \
         env-remove error flags g gpus-per-node gpus-per-task input job-name n nodes ntasks o \
         output q queue requires rlimit setattr setopt t taskmap tasks-per-core tasks-per-node \
         time-limit urgency wait-event",
        "",
    ],
    getopt: true,
    colon: false,
    files: &[],
};

const JSRUN: Syntax = Syntax {
    names: [
        "V help immediate i version",
        "A D E F K L M P R S U X a allocate_only appfile b bind c chdir cpu_per_rs d e env env_eval \
         env_no_propagate erf_input erf_output exit_on_error f g gpu_per_rs h k l latency_priority \
         launch_distribution launch_node_task m memory_per_rs n np nrs o p pre_post_exec r \
         rs_per_host rs_per_socket save_resources smpiargs spindle stdio_input stdio_mode \
         stdio_stderr stdio_stdout t tasks_per_rs use_reservation use_resources x",
        "",
    ],
    getopt: true,
    colon: true,
    files: &["appfile", "f", "erf_input", "U"],
};

const APRUN: Syntax = Syntax {
    names: [
        "B C T b batch-args bypass-app-transfer h help q quiet reconnect ss \
         strict-memory-containment sync-output version z zone-sort",
        "D F L N R S a access-mode architecture cc cp cpu-binding cpu-binding-file cpu-time-limit \
         cpus-per-cu d debug depth e environment-override j l m memory-per-pe mpmd-env n node-list \
         node-list-file numa-node-list numa-nodes-per-node p p-governor p-state pes pes-per-node \
         pes-per-numa-node protection-domain r relaunch sl sn specialized-cpus t",
        "",
    ],
    getopt: true,
    colon: true,
    files: &[],
};

impl Syntax {
    pub fn of(launcher: Launcher) -> &'static Syntax {
        match launcher {
            Launcher::Openmpi => &OPENMPI,
            Launcher::Mpich | Launcher::Intel => &HYDRA,
            Launcher::Srun => &SRUN,
            Launcher::Flux => &FLUX,
            Launcher::Jsrun => &JSRUN,
            Launcher::Aprun => &APRUN,
        }
    }

    fn all(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let rows = (0..).zip(self.names);
        rows.flat_map(|(values, names)| names.split_whitespace().map(move |name| (name, values)))
    }

    /// The option of this name and how many values it has.
    pub fn option(&self, name: &str) -> Option<(&'static str, usize)> {
        self.all().find(|(known, _)| *known == name)
    }

    /// Also by the beginning of a name, if no other begins so.
    pub fn long_option(&self, name: &str) -> Option<(&'static str, usize)> {
        let mut begun = self.all().filter(|(known, _)| known.len() > 1 && known.starts_with(name));
        let only = begun.next().filter(|_| begun.next().is_none());
        self.option(name).or(only.filter(|_| self.getopt && !name.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn an_option_is_listed_once() {
        for syntax in [OPENMPI, HYDRA, SRUN, FLUX, JSRUN, APRUN] {
            let names: Vec<&str> = syntax.all().map(|(name, _)| name).collect();
            let different: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(names.len(), different.len(), "{names:?}");
            assert!(syntax.files.iter().all(|name| different.contains(name)));
        }
    }

    #[test]
    fn long_names_may_be_cut_short_where_getopt_reads_them() {
        assert_eq!(SRUN.long_option("expo"), Some(("export", 1)));
        assert_eq!(SRUN.long_option("ex"), None);
        assert_eq!(SRUN.long_option("mem"), Some(("mem", 1)));
        assert_eq!(OPENMPI.long_option("hostf"), None);
    }
}
