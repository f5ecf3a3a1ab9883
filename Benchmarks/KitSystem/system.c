// Hardware counters, the mark of the measured part, and calls that Swift does not see.
#define _GNU_SOURCE
#include "CBenchmarkSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((noinline)) void benchmark_measured_region(void (*body)(void *), void *context) {
    body(context);
    // So that it stays a call, and no jump: the profiler must see the end of it.
    __asm__ volatile("" ::: "memory");
}

int benchmark_open_instruction_counter(void) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.disabled = 1;
    attributes.inherit = 1;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

bool benchmark_start_counter(int descriptor) {
    return ioctl(descriptor, PERF_EVENT_IOC_RESET, 0) == 0 && ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0) == 0;
}

bool benchmark_stop_counter(int descriptor) { return ioctl(descriptor, PERF_EVENT_IOC_DISABLE, 0) == 0; }

bool benchmark_read_counter(int descriptor, uint64_t *value) {
    return read(descriptor, value, sizeof *value) == sizeof *value;
}

int benchmark_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
}

int benchmark_open_unnamed(const char *folder) {
    return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0700);
}

int benchmark_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}

const char *benchmark_compiler_version(void) {
    return __VERSION__;
}
