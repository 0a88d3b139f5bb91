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
