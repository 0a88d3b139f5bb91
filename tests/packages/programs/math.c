/* A program that knows nothing of samebits, without MPI. It fails unless it gets exp, and a library
 * that it loads later would get it, from libsamebits_math. It is called with an argument of exp. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    double (*volatile call)(double) = exp;
    void *found = dlsym(RTLD_DEFAULT, "exp");
    Dl_info place;
    int ours = argc == 2 && dladdr(found, &place) && strstr(place.dli_fname, "libsamebits_math.so");
    if (!ours || (void *)call != found) {
        fprintf(stderr, "exp is from %s, and called in %s\n", place.dli_fname,
                (void *)call == found ? "the same" : "another");
        return 1;
    }
    printf("%a\n", call(atof(argv[1])));
    return 0;
}
