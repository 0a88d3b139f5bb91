#define _GNU_SOURCE
#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct memory *all;

/* Copies on their way to a device. */
struct arrival {
    unsigned char *to, *bytes;
    size_t n;
    struct arrival *next;
};
static struct arrival *first, **last = &first;

static int open_to_host(const struct memory *memory)
{
    return memory->kind == MANAGED || memory->kind == REGISTERED;
}

static void *allocate(enum kind kind, int device, size_t size)
{
    struct memory *memory = malloc(sizeof *memory);
    *memory = (struct memory){.size = size, .device = device, .kind = kind, .next = all};
    int access = open_to_host(memory) ? PROT_READ | PROT_WRITE : PROT_NONE;
    memory->start = mmap(NULL, size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory->start == MAP_FAILED)
        abort();
    all = memory;
    return memory->start;
}

static void release(void *start)
{
    for (struct memory **at = &all; *at; at = &(*at)->next)
        if ((*at)->start == start) {
            struct memory *memory = *at;
            *at = memory->next;
            munmap(memory->start, memory->size);
            free(memory);
            return;
        }
    abort();
}

struct memory *memory_at(uintptr_t address)
{
    for (struct memory *memory = all; memory; memory = memory->next)
        if (address - (uintptr_t)memory->start < memory->size)
            return memory;
    return NULL;
}

/* Lets the host touch some bytes, all in one piece of memory, or not any more. */
static void let(const void *bytes, int access)
{
    struct memory *memory = memory_at((uintptr_t)bytes);
    if (!memory)
        abort();
    if (!open_to_host(memory))
        mprotect(memory->start, memory->size, access);
}

static void put(void *to, const void *from, size_t n)
{
    let(to, PROT_READ | PROT_WRITE);
    memcpy(to, from, n);
    let(to, PROT_NONE);
}

static void get(void *to, const void *from, size_t n)
{
    let(from, PROT_READ);
    memcpy(to, from, n);
    let(from, PROT_NONE);
}

void arrive(void)
{
    while (first) {
        struct arrival *arrival = first;
        put(arrival->to, arrival->bytes, arrival->n);
        first = arrival->next;
        free(arrival->bytes);
        free(arrival);
    }
    last = &first;
}

/* Whether n bytes lie in one piece of memory. */
static int inside(uintptr_t address, size_t n)
{
    struct memory *memory = memory_at(address);
    return memory && address - (uintptr_t)memory->start + n <= memory->size;
}

static int may_copy(uintptr_t device, size_t n)
{
    if (n > stub.longest)
        stub.longest = n;
    return stub.copy_error ? stub.copy_error : inside(device, n) ? 0
                                                                 : 1;
}

int copy_to_host(void *host, uintptr_t device, size_t n)
{
    int error = may_copy(device, n);
    if (!error) {
        arrive(); /* copies are in order */
        get(host, (void *)device, n);
        stub.to_host++;
    }
    return error;
}

int copy_to_device(uintptr_t device, const void *host, size_t n)
{
    int error = may_copy(device, n);
    if (!error) {
        struct arrival *arrival = malloc(sizeof *arrival);
        *arrival = (struct arrival){.to = (void *)device, .bytes = malloc(n), .n = n};
        memcpy(arrival->bytes, host, n);
        *last = arrival;
        last = &arrival->next;
        stub.to_device++;
    }
    return error;
}

static int as_left(void);

struct stub stub = {
    .allocate = allocate, .free = release, .put = put, .get = get, .as_left = as_left};

#include STUB_DRIVER
