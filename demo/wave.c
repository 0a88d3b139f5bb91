/* A damped oscillation in small steps, each from the one before: calls of exp and sin, whose last
 * digits depend on the CPU. Prints a checksum of all values, and their sum. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    uint64_t checksum = 0;
    double wave = 1, sum = 0;
    for (int step = 1; step <= 100000; step++) {
        uint64_t bits;
        wave = 0.5 * wave + exp(-1e-5 * step) * sin(1e-2 * step + 0.1 * wave);
        memcpy(&bits, &wave, sizeof bits);
        checksum = checksum * 31 + bits;
        sum += wave;
    }
    printf("%016" PRIx64 " %.17g\n", checksum, sum);
    return 0;
}
