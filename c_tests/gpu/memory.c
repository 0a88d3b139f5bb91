#define _GNU_SOURCE
#include "memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Threads may call a driver at once. */
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static struct memory *all;

/* What is on its way to a device: bytes that it owns, bytes that lie on a device, or bytes of the
 * host; or to the host; or a call. */
struct arrival {
    void *stream;
    unsigned char *to, *bytes;
    const void *from, *host;
    void *to_host;
    size_t n;
    void (*call)(void *);
    void *argument;
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
    *memory = (struct memory){.size = size, .device = device, .kind = kind};
    int access = open_to_host(memory) ? PROT_READ | PROT_WRITE : PROT_NONE;
    memory->start = mmap(NULL, size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory->start == MAP_FAILED)
        abort();
    pthread_mutex_lock(&mutex);
    memory->next = all;
    all = memory;
    pthread_mutex_unlock(&mutex);
    return memory->start;
}

int registered(void *start, size_t size, void *context)
{
    if (stub.pin_error)
        return stub.pin_error;
    struct memory *memory = malloc(sizeof *memory);
    *memory =
        (struct memory){.start = start, .size = size, .kind = REGISTERED, .borrowed = 1, .context = context};
    pthread_mutex_lock(&mutex);
    memory->next = all;
    all = memory;
    stub.pinned++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

void unregister_all(void *context)
{
    pthread_mutex_lock(&mutex);
    for (struct memory **at = &all; *at;) {
        struct memory *memory = *at;
        if (memory->borrowed && memory->context == context) {
            *at = memory->next;
            free(memory);
        } else {
            at = &memory->next;
        }
    }
    pthread_mutex_unlock(&mutex);
}

static void release(void *start)
{
    pthread_mutex_lock(&mutex);
    for (struct memory **at = &all; *at; at = &(*at)->next)
        if ((*at)->start == start) {
            struct memory *memory = *at;
            *at = memory->next;
            if (!memory->borrowed)
                munmap(memory->start, memory->size);
            free(memory);
            pthread_mutex_unlock(&mutex);
            return;
        }
    abort();
}

struct memory *memory_at(uintptr_t address)
{
    pthread_mutex_lock(&mutex);
    struct memory *memory = all;
    while (memory && address - (uintptr_t)memory->start >= memory->size)
        memory = memory->next;
    pthread_mutex_unlock(&mutex);
    return memory;
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
    pthread_mutex_lock(&mutex);
    let(to, PROT_READ | PROT_WRITE);
    memcpy(to, from, n);
    let(to, PROT_NONE);
    pthread_mutex_unlock(&mutex);
}

static void get(void *to, const void *from, size_t n)
{
    pthread_mutex_lock(&mutex);
    let(from, PROT_READ);
    memcpy(to, from, n);
    let(from, PROT_NONE);
    pthread_mutex_unlock(&mutex);
}

static void enqueue(struct arrival arrival)
{
    struct arrival *copy = malloc(sizeof *copy);
    *copy = arrival;
    pthread_mutex_lock(&mutex);
    *last = copy;
    last = &copy->next;
    pthread_mutex_unlock(&mutex);
}

void enqueue_copy(void *stream, void *to, const void *from, size_t n)
{
    enqueue((struct arrival){.stream = stream, .to = to, .from = from, .n = n});
}

void enqueue_call(void *stream, void (*call)(void *), void *argument)
{
    enqueue((struct arrival){.stream = stream, .call = call, .argument = argument});
}

static void take_effect(struct arrival *arrival)
{
    if (arrival->call) {
        arrival->call(arrival->argument);
    } else if (arrival->to_host) {
        get(arrival->to_host, arrival->from, arrival->n);
    } else if (arrival->host) {
        put(arrival->to, arrival->host, arrival->n);
        arrival->to = NULL;
    } else if (arrival->from) {
        arrival->bytes = malloc(arrival->n);
        get(arrival->bytes, arrival->from, arrival->n);
    }
    if (arrival->to)
        put(arrival->to, arrival->bytes, arrival->n);
    free(arrival->bytes);
    free(arrival);
}

void arrive(void *stream)
{
    pthread_mutex_lock(&mutex);
    struct arrival **at = &first;
    while (*at)
        if ((*at)->stream == stream) {
            struct arrival *arrival = *at;
            *at = arrival->next;
            take_effect(arrival);
        } else {
            at = &(*at)->next;
        }
    last = at;
    pthread_mutex_unlock(&mutex);
}

/* Whether n bytes lie in one piece of memory. */
static int inside(uintptr_t address, size_t n)
{
    struct memory *memory = memory_at(address);
    return memory && address - (uintptr_t)memory->start + n <= memory->size;
}

static int may_copy(uintptr_t device, size_t n)
{
    pthread_mutex_lock(&mutex);
    if (n > stub.longest)
        stub.longest = n;
    int error = stub.copy_error ? stub.copy_error : inside(device, n) ? 0 : 1;
    pthread_mutex_unlock(&mutex);
    return error;
}

int copy_to_host(void *host, uintptr_t device, size_t n)
{
    int error = may_copy(device, n);
    if (!error) {
        arrive(NULL); /* copies are in order */
        get(host, (void *)device, n);
        __atomic_add_fetch(&stub.to_host, 1, __ATOMIC_RELAXED);
    }
    return error;
}

int copy_to_device(uintptr_t device, const void *host, size_t n)
{
    int error = may_copy(device, n);
    if (!error) {
        struct arrival arrival = {.to = (void *)device, .bytes = malloc(n), .n = n};
        memcpy(arrival.bytes, host, n);
        enqueue(arrival);
        __atomic_add_fetch(&stub.to_device, 1, __ATOMIC_RELAXED);
    }
    return error;
}

int begin_to_host(void *stream, void *host, uintptr_t device, size_t n)
{
    int error = may_copy(device, n);
    if (!error) {
        enqueue((struct arrival){.stream = stream, .to_host = host, .from = (void *)device, .n = n});
        __atomic_add_fetch(&stub.to_host, 1, __ATOMIC_RELAXED);
    }
    return error;
}

int begin_to_device(void *stream, uintptr_t device, const void *host, size_t n)
{
    int error = may_copy(device, n);
    if (!error) {
        enqueue((struct arrival){.stream = stream, .to = (void *)device, .host = host, .n = n});
        __atomic_add_fetch(&stub.to_device, 1, __ATOMIC_RELAXED);
    }
    return error;
}

static int as_left(void);

struct stub stub = {.allocate = allocate, .free = release, .put = put, .get = get, .as_left = as_left};

#include STUB_DRIVER
