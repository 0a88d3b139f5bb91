/* The end of a benchmark in which something is wrong. */
#ifndef FAIL_H
#define FAIL_H

/* Says it, with the program's name and this rank, and stops all ranks. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
