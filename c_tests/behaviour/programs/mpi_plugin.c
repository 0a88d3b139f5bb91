/* sum.c as a plug-in. */
#define main run
#include "sum.c"
