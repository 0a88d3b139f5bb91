#include "maps.h"

#include "values.h"

void compose_maps(void *result, const void *left, const void *right)
{
    struct map x = *(const struct map *)left, y = *(const struct map *)right;
    *(struct map *)result = (struct map){x.a * y.a, x.a * y.b + x.b};
}

void map_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        compose_maps((struct map *)inout + i, (struct map *)in + i, (struct map *)inout + i);
}

void fill_map(void *element, uint64_t seed, int rank, size_t index)
{
    uint64_t bits = noise(seed, rank, index);
    *(struct map *)element = (struct map){(uint32_t)bits | 1, (uint32_t)(bits >> 32)};
}
