// What the harness needs of the C library and the kernel, and can't have from Swift.
#ifndef C_BENCHMARK_SYSTEM_H
#define C_BENCHMARK_SYSTEM_H

#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>

/// What the malloc family was asked for, by all threads of the process.
typedef struct {
    /// Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc, memalign, valloc and pvalloc.
    uint64_t allocations;
    /// The sum of the sizes that they asked for.
    uint64_t bytes;
} BenchmarkAllocations;

/// Whether this process' malloc family is ours: not so with sanitizers, other allocators or other C libraries.
bool benchmark_can_count_allocations(void);

/// Sets the counts to 0 and begins to count. Not while something is timed: counting costs time.
void benchmark_begin_counting(void);

/// Ends the counting, and gives what was counted.
BenchmarkAllocations benchmark_end_counting(void);

/// Calls `body`. Profilers know the measured part of a process by this function (callgrind's --toggle-collect).
void benchmark_measured_region(void (*body)(void *), void *context);

/// Opens a stopped counter of instructions in user mode, of this process and its later threads and children
/// (`perf_event_open(2)`): a descriptor, or -1 with errno.
int benchmark_open_instruction_counter(void);

/// Sets the counter to 0 and starts it; false with errno.
bool benchmark_start_counter(int descriptor);

/// Stops the counter; false with errno.
bool benchmark_stop_counter(int descriptor);

/// Reads the counter; false with errno.
bool benchmark_read_counter(int descriptor, uint64_t *value);

/// A pipe whose ends are closed in other programs (`pipe2(2)`, O_CLOEXEC): 0 or an errno.
int benchmark_pipe(int ends[2]);

/// A new file of a folder, to be written to, that has no name (`open(2)`, O_TMPFILE): a descriptor, or -1 with errno.
int benchmark_open_unnamed(const char *folder);

/// The working directory of a process to be (`posix_spawn_file_actions_addchdir_np(3)`): 0 or an errno.
int benchmark_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *path);

/// The version of the compiler that built this, in its own words.
const char *benchmark_compiler_version(void);

#endif
