/* How much stack a call takes. */
#ifndef PAINTED_H
#define PAINTED_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls a function on a stack of its own, as a fiber does, and returns how many bytes of that it
 * has written to. */
size_t painted(void (*call)(void));

#ifdef __cplusplus
}
#endif

#endif
