// Memory files, events, locks and limits: one system call each.
#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int close_with(int descriptor, int error) {
    close(descriptor);
    return -error;
}

int csystem_sealed_memory(const char *name, size_t length) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    int result;
    do result = fallocate(descriptor, 0, 0, (off_t)length);
    while (result < 0 && errno == EINTR);
    if (result < 0) return close_with(descriptor, errno);
    if (fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0)
        return close_with(descriptor, errno);
    return descriptor;
}

int csystem_memory_file(const char *name) {
    int descriptor = memfd_create(name, MFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int csystem_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0 ? -errno : 0;
}

int csystem_contains(const void *bytes, size_t count, const void *pattern, size_t pattern_count) {
    return memmem(bytes, count, pattern, pattern_count) != NULL;
}

int csystem_event(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int csystem_stop_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (unsigned i = 0; i < 3; i++) {
        struct sigaction current;
        // What the parent had ignored stays ignored: `nohup collage …` is not to end with the terminal.
        if (sigaction(signals[i], NULL, &current) == 0 && current.sa_handler != SIG_IGN)
            sigaddset(&set, signals[i]);
    }
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -errno;
    int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int csystem_next_signal(int descriptor) {
    struct signalfd_siginfo information;
    return read(descriptor, &information, sizeof information) == sizeof information ? (int)information.ssi_signo : 0;
}

int csystem_processor_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) < 0) return -errno;
    return CPU_COUNT(&set);
}

int csystem_lock_file(int descriptor) {
    return flock(descriptor, LOCK_EX | LOCK_NB) < 0 ? -errno : 0;
}

int csystem_terminal_columns(int descriptor) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -errno;
    return size.ws_col;
}

int csystem_limit_process(uint64_t data_bytes) {
    struct rlimit data = {data_bytes, data_bytes}, core = {0, 0};
    if (setrlimit(RLIMIT_CORE, &core) < 0) return -errno;
    return setrlimit(RLIMIT_DATA, &data) < 0 ? -errno : 0;
}

int csystem_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
    // More than any run needs, and less than overflows somewhere.
    rlim_t wanted = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
    if (wanted > limit.rlim_cur) {
        struct rlimit raised = {wanted, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) return (int)wanted;
    }
    return limit.rlim_cur > 65536 ? 65536 : (int)limit.rlim_cur;
}
