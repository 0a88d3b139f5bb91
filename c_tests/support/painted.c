#include "painted.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

/* More than any call takes. */
enum { WORDS = 1 << 15 };

static const uint64_t PAINT = 0xa5a5a5a5a5a5a5a5u;

static ucontext_t here, there;

size_t painted(void (*call)(void))
{
    static uint64_t *stack;
    static size_t clean; /* so many of its words */
    if (!stack)
        stack = aligned_alloc(4096, WORDS * sizeof *stack);
    for (; clean < WORDS; clean++)
        stack[clean] = PAINT;
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = WORDS * sizeof *stack;
    there.uc_link = &here;
    makecontext(&there, call, 0);
    swapcontext(&here, &there);
    for (clean = 0; clean < WORDS && stack[clean] == PAINT;)
        clean++;
    return (WORDS - clean) * sizeof *stack;
}
