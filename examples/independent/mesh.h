/* The mesh of before.c and after.c: a cube of hexahedra, which a partition hands to the ranks.
 * As in most programs of this kind, a node belongs to the rank of one of its elements. Nothing
 * in here adds numbers up. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 7, NODES_A_SIDE = SIDE + 1, CORNERS = 8, NEIGHBOURS = 27 };
enum { ELEMENTS = SIDE * SIDE * SIDE, NODES = NODES_A_SIDE * NODES_A_SIDE * NODES_A_SIDE };

static int rank, ranks;
static const char *partition; /* blocks or random */

static void *allocate(size_t n, size_t size)
{
    void *memory = calloc(n > 0 ? n : 1, size);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

/* A number in [0, 1) that looks random, and depends on nothing but the argument. */
static double noise(uint64_t number)
{
    uint64_t bits = (number + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return (double)((bits ^ bits >> 31) >> 11) * 0x1p-53;
}

static int element_owner(int element)
{
    if (strcmp(partition, "random") == 0)
        return (int)(noise((uint64_t)element) * ranks);
    return (int)((int64_t)element * ranks / ELEMENTS);
}

static int corner(int element, int i)
{
    int x = element % SIDE, y = element / SIDE % SIDE, z = element / SIDE / SIDE;
    return x + (i & 1) + NODES_A_SIDE * (y + (i >> 1 & 1) + NODES_A_SIDE * (z + (i >> 2)));
}

static int least(int a, int b) { return a < b ? a : b; }

static int node_owner(int node)
{
    int x = node % NODES_A_SIDE, y = node / NODES_A_SIDE % NODES_A_SIDE;
    int z = node / NODES_A_SIDE / NODES_A_SIDE, last = SIDE - 1;
    return element_owner(least(x, last) + SIDE * (least(y, last) + SIDE * least(z, last)));
}

/* The nodes of all elements around a node, and the node itself. */
static int around(int node, int found[NEIGHBOURS])
{
    int n = 0, x = node % NODES_A_SIDE, y = node / NODES_A_SIDE % NODES_A_SIDE;
    int z = node / NODES_A_SIDE / NODES_A_SIDE;
    for (int w = z - 1; w <= z + 1; w++)
        for (int v = y - 1; v <= y + 1; v++)
            for (int u = x - 1; u <= x + 1; u++)
                if (u >= 0 && u <= SIDE && v >= 0 && v <= SIDE && w >= 0 && w <= SIDE)
                    found[n++] = u + NODES_A_SIDE * (v + NODES_A_SIDE * w);
    return n;
}

/* This rank's nodes come first, then those of others that it needs, rank by rank. */
struct mesh {
    int n, with_halo;             /* own nodes, and all that are known here */
    int *node;                    /* from local to global numbers */
    int local[NODES];             /* and back; -1 of nodes that are not known here */
    int *to_send, *sent, *sent_from, *received, *received_from;
    double *buffer;
};

static struct mesh *distribute(void)
{
    struct mesh *m = allocate(1, sizeof *m);
    int found[NEIGHBOURS];
    m->node = allocate(NODES, sizeof(int));
    m->to_send = allocate((size_t)NODES * NEIGHBOURS, sizeof(int));
    m->sent = allocate((size_t)ranks, sizeof(int));
    m->sent_from = allocate((size_t)ranks, sizeof(int));
    m->received = allocate((size_t)ranks, sizeof(int));
    m->received_from = allocate((size_t)ranks, sizeof(int));
    for (int v = 0; v < NODES; v++) {
        m->local[v] = -1;
        if (node_owner(v) == rank) {
            m->local[v] = m->n;
            m->node[m->n++] = v;
        }
    }
    m->with_halo = m->n;
    int out = 0;
    for (int other = 0; other < ranks; other++) {
        m->received_from[other] = m->with_halo;
        m->sent_from[other] = out;
        for (int v = 0; v < NODES && other != rank; v++) {
            int meets = 0, count = around(v, found), owner = node_owner(v);
            for (int i = 0; i < count; i++)
                meets |= node_owner(found[i]) == (owner == rank ? other : rank);
            if (owner == rank && meets)
                m->to_send[out++] = m->local[v];
            if (owner == other && meets) {
                m->local[v] = m->with_halo;
                m->node[m->with_halo++] = v;
            }
        }
        m->sent[other] = out - m->sent_from[other];
        m->received[other] = m->with_halo - m->received_from[other];
    }
    m->buffer = allocate((size_t)out, sizeof(double));
    return m;
}

static void release(struct mesh *m)
{
    int *lists[] = {m->node, m->to_send, m->sent, m->sent_from, m->received, m->received_from};
    for (int i = 0; i < 6; i++)
        free(lists[i]);
    free(m->buffer);
    free(m);
}

/* Fetches other ranks' elements of x, which lie behind this rank's own. */
static void exchange(const struct mesh *m, double *x)
{
    for (int i = 0; i < m->sent_from[ranks - 1] + m->sent[ranks - 1]; i++)
        m->buffer[i] = x[m->to_send[i]];
    MPI_Alltoallv(m->buffer, m->sent, m->sent_from, MPI_DOUBLE, x, m->received, m->received_from,
                  MPI_DOUBLE, MPI_COMM_WORLD);
}
