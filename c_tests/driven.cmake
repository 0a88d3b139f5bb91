# Reductions that go on while their ranks are elsewhere in MPI, and that complete by any call.

set(sitting messages completions collectives communicators windows files)
list(TRANSFORM sitting PREPEND sit_in_)
set(sources ${sitting})
list(TRANSFORM sources PREPEND sitting/)
list(TRANSFORM sources APPEND .c)
samebits_add_cases(sitting CASES ${sources} SOURCES sitting/sitting.c)
samebits_run_cases(sitting CASES ${sitting} MODES preload PROCS 2)
