/* How much memory a library takes: what its calls keep, and their peak. */
#ifndef MEMORY_H
#define MEMORY_H

struct memory {
    long kept; /* KiB by which the process has grown in the library's calls */
    long peak; /* KiB above its size without them, at the highest */
};

/* To be called around calls of a library. Returns 0 where the system does not
 * say (no Linux, or no right to set the mark back). */
int memory_before(long *before);
int memory_after(struct memory *memory, long before);

#endif
