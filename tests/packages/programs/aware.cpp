// The same in C++.
#include "aware.c"
