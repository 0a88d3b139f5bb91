/* The memory of devices that do not exist, for the stub drivers: pages that
 * nobody may touch, except inside the copies of the driver. A copy to a device, and one that is
 * only begun, arrives when the default stream is waited for, and not before: until then the bytes
 * of a copy that was begun are the sender's. Work in other streams
 * is in one queue with it, except that of a stream which does not block. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>
#include <stdint.h>

enum kind {
    ON_DEVICE,
    POOLED,     /* on a device, but of no context (CUDA's memory pools) */
    MANAGED,    /* the driver's, and the host can read it */
    REGISTERED, /* the host's, and the driver knows of it */
    KINDS
};

#define DEVICES 2

struct memory {
    unsigned char *start;
    size_t size;
    int device;
    enum kind kind;
    int borrowed;  /* the program's own, which is only registered */
    void *context; /* to which it belongs, if that is not the device's primary one */
    struct memory *next;
};

/* What the test sees of a driver, beside the driver's own functions. */
struct stub {
    void *(*allocate)(enum kind kind, int device, size_t size);
    void (*free)(void *start);
    /* Copies that nobody counts. */
    void (*put)(void *to, const void *from, size_t n);
    void (*get)(void *to, const void *from, size_t n);
    /* Copies by the driver's functions since the program began. */
    long to_host, to_device;
    size_t longest;
    /* Errors that the functions are to return. */
    int copy_error, query_error, pin_error;
    /* Pieces of memory that were registered since the program began. */
    long pinned;
    /* Whether the calling thread sees the driver as it was left. */
    int (*as_left)(void);
};

extern struct stub stub;

/* The memory that holds an address. */
struct memory *memory_at(uintptr_t address);

/* A copy by the driver: 0, or an error code. */
int copy_to_host(void *host, uintptr_t device, size_t n);
int copy_to_device(uintptr_t device, const void *host, size_t n);

/* The same, only begun, in a stream that does not block, or else NULL. */
int begin_to_host(void *stream, void *host, uintptr_t device, size_t n);
int begin_to_device(void *stream, uintptr_t device, const void *host, size_t n);

/* Memory of the program's own becomes the driver's, too, until it is freed or a context is
 * destroyed. Returns 0, or an error code. */
int registered(void *start, size_t size, void *context);
void unregister_all(void *context);

/* Work for later, in a stream that does not block, or else NULL: a copy on the device, or a call. */
void enqueue_copy(void *stream, void *to, const void *from, size_t n);
void enqueue_call(void *stream, void (*call)(void *), void *argument);

/* What is in a stream's queue is done. */
void arrive(void *stream);

#endif
