#include "numbers.h"

#include <stdlib.h>
#include <string.h>

size_t bytes_of(const char *text)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    static const char suffixes[] = "KMG";
    const char *suffix = *end ? strchr(suffixes, *end) : NULL;
    if (*text < '0' || *text > '9' || value > 1 << 30 || (*end && (!suffix || end[1])))
        return 0;
    if (suffix)
        value <<= 10 * (suffix - suffixes + 1);
    return value <= 1 << 30 ? value : 0;
}

double number_of(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return end != text && *end == '\0' ? value : -1;
}

int set_lengths(const char *name, const char *value, int *csv, size_t *smallest, size_t *largest,
                size_t *factor, double *duration)
{
    if (strcmp(name, "format") == 0)
        return (*csv = strcmp(value, "csv") == 0) || strcmp(value, "table") == 0;
    if (strcmp(name, "smallest") == 0)
        return (*smallest = bytes_of(value)) >= 8 && *smallest % 8 == 0;
    if (strcmp(name, "largest") == 0)
        return (*largest = bytes_of(value)) >= 8;
    if (strcmp(name, "factor") == 0)
        return (*factor = bytes_of(value)) >= 2 && *factor <= 1024;
    if (strcmp(name, "duration") == 0)
        return (*duration = number_of(value)) > 0 && *duration <= 3600;
    return 0;
}
