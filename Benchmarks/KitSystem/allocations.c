// Counts allocations: the malloc family of the executable, in front of the C library's.
//
// A definition in the executable comes before those of shared libraries, so that every allocation of the process
// passes here, whoever makes it. While nothing is counted, that is one test of a flag more.
#define _GNU_SOURCE
#include "CBenchmarkSystem.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

static _Atomic bool counting;
static _Atomic uint64_t allocations, bytes;

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

// glibc exports its own under these names, for those who stand in front of it (malloc/malloc.c).
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void *__libc_valloc(size_t size);
extern void *__libc_pvalloc(size_t size);

static inline void count(size_t size) {
    if (__builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), false)) {
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
    }
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count(size);
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

void *valloc(size_t size) {
    count(size);
    return __libc_valloc(size);
}

void *pvalloc(size_t size) {
    count(size);
    return __libc_pvalloc(size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    count(size);
    int before = errno;
    void *made = __libc_memalign(alignment, size);
    errno = before;
    if (made == NULL) return ENOMEM;
    *memory = made;
    return 0;
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
    atomic_store(&counting, true);
}

BenchmarkAllocations benchmark_end_counting(void) {
    atomic_store(&counting, false);
    BenchmarkAllocations counted = {atomic_load(&allocations), atomic_load(&bytes)};
    return counted;
}
