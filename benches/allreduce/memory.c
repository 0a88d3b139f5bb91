#include "memory.h"

#include <stdio.h>
#include <string.h>

/* A line of /proc/self/status, in KiB; -1 if there is none. */
static long status(const char *name)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long value = -1;
    while (file && value < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            sscanf(line + strlen(name), ": %ld", &value);
    if (file)
        fclose(file);
    return value;
}

int memory_before(long *before)
{
    /* "5" sets the high-water mark VmHWM back to the present size. */
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (!file)
        return 0;
    int written = fputs("5", file) >= 0;
    if (fclose(file) != 0 || !written)
        return 0;
    *before = status("VmRSS");
    return *before >= 0;
}

int memory_after(struct memory *memory, long before)
{
    long after = status("VmRSS"), mark = status("VmHWM");
    if (after < 0 || mark < 0)
        return 0;
    long peak = memory->kept + mark - before;
    if (peak > memory->peak)
        memory->peak = peak;
    memory->kept += after - before;
    return 1;
}
