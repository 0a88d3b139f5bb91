/* Prints a digest of the results of functions, called by their names from wherever the dynamic linker
 * finds them:
 *
 *     digests COUNT SHAPE:TYPE:NAME ...
 *
 * SHAPE is one, two, sincos or sign, TYPE is double or float. Per function a line: the name, the digest
 * of COUNT results and of the tables below it, and the file that the function comes from. With
 * DIGESTS_RESULTS in the environment, per function a line with the name and a number of bytes, and that
 * many bytes: the results as doubles. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state, digest;
static int writes_results;

static uint64_t next(void)
{ /* splitmix64 */
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Half of them from 1/64 to 64, of either sign; the others of any size. */
static double number(void)
{
    uint64_t bits = next();
    if (next() & 1)
        bits = (bits & ~(UINT64_C(0x7ff) << 52)) | (1017 + next() % 12) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void take(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (writes_results)
        fwrite(&bits, sizeof bits, 1, stdout);
    digest = (digest ^ bits) * UINT64_C(0x100000001b3);
    digest ^= digest >> 29;
}

static void call(void *function, const char *shape, int is_float, double x, double y)
{
    double second = 0;
    float second_float = 0, first_float = 0;
    int sign = 0;
    if (strcmp(shape, "one") == 0) {
        take(is_float ? ((float (*)(float))function)((float)x) : ((double (*)(double))function)(x));
    } else if (strcmp(shape, "two") == 0) {
        take(is_float ? ((float (*)(float, float))function)((float)x, (float)y)
                      : ((double (*)(double, double))function)(x, y));
    } else if (strcmp(shape, "sign") == 0) {
        take(is_float ? ((float (*)(float, int *))function)((float)x, &sign)
                      : ((double (*)(double, int *))function)(x, &sign));
        take(sign);
    } else if (is_float) {
        ((void (*)(float, float *, float *))function)((float)x, &first_float, &second_float);
        take(first_float);
        take(second_float);
    } else {
        double first = 0;
        ((void (*)(double, double *, double *))function)(x, &first, &second);
        take(first);
        take(second);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "digests: arguments: COUNT SHAPE:TYPE:NAME ...\n");
        return 2;
    }
    long count = atol(argv[1]);
    take(cos(atof(argv[1]))); /* so that libm is linked, whatever the linker drops */
    for (int index = 2; index < argc; index++) {
        char shape[16], type[16], name[64];
        if (sscanf(argv[index], "%15[^:]:%15[^:]:%63s", shape, type, name) != 3) {
            fprintf(stderr, "digests: %s is not SHAPE:TYPE:NAME\n", argv[index]);
            return 2;
        }
        void *function = dlsym(RTLD_DEFAULT, name);
        if (function == NULL)
            continue;
        Dl_info from;
        state = 1;
        digest = UINT64_C(0xcbf29ce484222325);
        writes_results = getenv("DIGESTS_RESULTS") != NULL;
        if (writes_results)
            printf("%s %ld\n", name, count * 8 * (1 + (shape[0] == 's')));
        for (long i = 0; i < count; i++) {
            double x = number(), y = number();
            call(function, shape, strcmp(type, "float") == 0, x, y);
        }
        if (!writes_results)
            printf("%s %016llx %s\n", name, (unsigned long long)digest,
                   dladdr(function, &from) ? from.dli_fname : "?");
    }
    return 0;
}
