/* A kicked rotor, whose motion is chaotic: each kick is the sine of its angle, and the last digit of a
 * sine, which depends on the CPU, soon decides the first one of the angle. Prints the angle's bits, and
 * the angle. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const double turn = 6.283185307179586;
    double angle = 1, speed = 0;
    uint64_t bits;
    for (int kick = 0; kick < 100000; kick++) {
        speed = fmod(speed + 5 * sin(angle), turn);
        angle = fmod(angle + speed, turn);
    }
    memcpy(&bits, &angle, sizeof bits);
    printf("%016" PRIx64 " %.15f\n", bits, angle);
    return 0;
}
