#define _POSIX_C_SOURCE 200809L
#include "schedules.h"

#include <fcntl.h>
#include <samebits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int is_schedule_of_sums(MPI_Comm comm, const char *name, size_t length, char stored[SCHEDULE_NAME])
{
    char text[SCHEDULE_NAME] = "";
    if (length >= SCHEDULE_NAME)
        return 0;
    memcpy(text, name, length);
    if (strcmp(text, "native") == 0 || samebits_set(comm, "schedule", text) != MPI_SUCCESS)
        return 0;
    strcpy(stored, text);
    return 1;
}

/* Those that the library names when it refuses another: words that it takes alone. (Its
 * line on stderr is for those who made a mistake.) */
int schedules_of_sums(MPI_Comm comm, char names[][SCHEDULE_NAME], int most)
{
    int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY), n = 0;
    dup2(nowhere, STDERR_FILENO);
    samebits_set(comm, "schedule", "?");
    dup2(kept, STDERR_FILENO);
    close(nowhere);
    close(kept);
    char text[2000];
    snprintf(text, sizeof text, "%s", samebits_error_message());
    const char *at = strstr(text, "it takes ");
    if (!at)
        return 0;
    for (at += strlen("it takes "); *at;) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789_");
        int alone = length > 0 && (at[length] == ',' || at[length] == ' ' || !at[length]);
        if (alone && n < most)
            n += is_schedule_of_sums(comm, at, length, names[n]);
        /* On to the next word of the enumeration. */
        const char *comma = strstr(at, ", "), * or = strstr(at, " or ");
        if (!comma && ! or)
            break;
        at = comma && (! or || comma < or) ? comma + 2 : or +4;
        at += strncmp(at, "or ", 3) == 0 ? 3 : 0;
    }
    return n;
}
