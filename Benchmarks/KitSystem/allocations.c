// Counts allocations: the malloc family of the executable, in front of the C library's.
//
// A definition in the executable comes before those of shared libraries, so that every allocation of the process
// passes here, whoever makes it. In a process that counts nothing, that is one test of a flag more.
#define _GNU_SOURCE
#include "CBenchmarkSystem.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

// What is to be done with allocations.
enum {
    COUNTED = 1,
    // Each block says at its end how large it was asked to be.
    WITH_TAIL = 2,
    // Nothing is known of the environment yet.
    UNDECIDED = 4,
};
static _Atomic unsigned mode = UNDECIDED;
static _Atomic uint64_t allocations, bytes;

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

// glibc exports its own under these names, for those who stand in front of it (malloc/malloc.c).
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void *__libc_valloc(size_t size);
extern void *__libc_pvalloc(size_t size);

// Swift's arrays grow to what malloc_usable_size(3) gives. That is up to 16 bytes more where the heap happens to have
// a block that is too large and too small to be split: the same program would allocate more or less often, depending
// on what was freed before. So in processes that count, blocks have room for a tail that says what was asked for, and
// malloc_usable_size gives what the C library does for a block that fits. All blocks of such a process have one.

enum { TAIL_ROOM = 32, SMALLEST_BLOCK = 24 };

// The bytes of a block that the C library gave, from the size before it (malloc/malloc.c, mchunk_size): its three lowest
// bits are flags, the second says that the block is a mapping of its own.
static size_t whole_block(void *memory) {
    size_t field = ((size_t *)memory)[-1];
    return (field & ~(size_t)7) - (field & 2 ? 2 : 1) * sizeof(size_t);
}

static size_t *tail(void *memory) { return (size_t *)((char *)memory + whole_block(memory)) - 1; }

static unsigned decide(void) {
    // Allocations that come before the environment does belong to the C library, and nobody asks for their size.
    if (environ == NULL) return 0;
    unsigned decided = getenv("BENCHMARK_COUNTS") != NULL ? WITH_TAIL : 0;
    atomic_store(&mode, decided);
    return decided;
}

// What to do with an allocation of that size; it is counted.
static unsigned begin(size_t size) {
    unsigned now = atomic_load_explicit(&mode, memory_order_relaxed);
    if (now & UNDECIDED) now = decide();
    if (now & COUNTED) {
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
    }
    return now;
}

static void *end(void *memory, size_t size) {
    if (memory != NULL) *tail(memory) = size;
    return memory;
}

// The C library's function, with room for a tail or without.
#define ALLOCATE(SIZE, WITH_ROOM, PLAIN)                                                   \
    do {                                                                                   \
        if (__builtin_expect(atomic_load_explicit(&mode, memory_order_relaxed) == 0, true))  \
            return PLAIN;                                                                  \
        size_t asked = (SIZE), larger = asked + TAIL_ROOM;                                 \
        if (!(begin(asked) & WITH_TAIL) || larger < asked) return PLAIN;                   \
        return end(WITH_ROOM, asked);                                                      \
    } while (0)

void *malloc(size_t size) { ALLOCATE(size, __libc_malloc(larger), __libc_malloc(size)); }

void *calloc(size_t number, size_t size) {
    size_t product;
    if (__builtin_mul_overflow(number, size, &product)) return __libc_calloc(number, size);
    ALLOCATE(product, __libc_calloc(1, larger), __libc_calloc(number, size));
}

void *realloc(void *memory, size_t size) {
    // To free it is what the C library does for 0.
    if (memory != NULL && size == 0) return __libc_realloc(memory, 0);
    ALLOCATE(size, __libc_realloc(memory, larger), __libc_realloc(memory, size));
}

static void *aligned(size_t alignment, size_t size) {
    ALLOCATE(size, __libc_memalign(alignment, larger), __libc_memalign(alignment, size));
}

void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }

void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }

void *valloc(size_t size) { ALLOCATE(size, __libc_valloc(larger), __libc_valloc(size)); }

void *pvalloc(size_t size) { ALLOCATE(size, __libc_pvalloc(larger), __libc_pvalloc(size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    int before = errno;
    void *made = aligned(alignment, size);
    errno = before;
    if (made == NULL) return ENOMEM;
    *memory = made;
    return 0;
}

size_t malloc_usable_size(void *memory) {
    if (memory == NULL) return 0;
    if (!(atomic_load_explicit(&mode, memory_order_relaxed) & WITH_TAIL)) return whole_block(memory);
    size_t asked = *tail(memory), whole = whole_block(memory);
    // A block from before the environment was there has no tail; nor has one that did not come from us.
    if (asked > whole || whole - asked < TAIL_ROOM || whole - asked > 2 * TAIL_ROOM) return whole;
    // With its own size in front, a block is a multiple of 16 bytes.
    size_t fitting = ((asked + sizeof(size_t) + 15) & ~(size_t)15) - sizeof(size_t);
    return fitting < SMALLEST_BLOCK ? SMALLEST_BLOCK : fitting;
}

#endif

bool benchmark_can_count_allocations(void) {
    // strdup(3) allocates inside of the C library: if that is seen, all is. What is freed unused is left out by an
    // optimiser, unless it can't see that.
    benchmark_begin_counting();
    char *volatile copy = strdup("x");
    free(copy);
    return benchmark_end_counting().allocations == 1;
}

void benchmark_begin_counting(void) {
    atomic_store(&allocations, 0);
    atomic_store(&bytes, 0);
    atomic_fetch_or(&mode, COUNTED);
}

BenchmarkAllocations benchmark_end_counting(void) {
    atomic_fetch_and(&mode, ~(unsigned)COUNTED);
    BenchmarkAllocations counted = {atomic_load(&allocations), atomic_load(&bytes)};
    return counted;
}
