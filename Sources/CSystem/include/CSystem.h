// The few system calls and macros that Swift's Glibc module cannot see; each does one call and no policy.
// All return a negative errno on failure.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The largest number of descriptors that one message carries here.
#define CSYSTEM_MAX_DESCRIPTORS 32

// memfd_create(2) with close-on-exec, fallocate(2) of `length` bytes, then sealed against shrinking and growing.
int csystem_sealed_memory(const char *name, size_t length);

// memfd_create(2) with close-on-exec: an unnamed file in memory, which may grow.
int csystem_memory_file(const char *name);

// socketpair(2): two connected SOCK_SEQPACKET sockets, close-on-exec.
int csystem_packet_pair(int ends[2]);

// sendmsg(2) with SCM_RIGHTS and MSG_NOSIGNAL: one packet, `count` bytes long, with descriptors.
ssize_t csystem_send(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

// recvmsg(2): one packet; descriptors arrive close-on-exec. `*descriptor_count` is room on entry, number on return.
// 0 means that the other end has closed. A packet cut short for want of room is -EMSGSIZE.
ssize_t csystem_receive(int socket, void *bytes, size_t room, int *descriptors, int *descriptor_count, int wait);

// prctl(2) PR_SET_PDEATHSIG with SIGKILL: die when the thread that spawned this process ends.
int csystem_die_with_parent(void);

// signalfd(2), close-on-exec and non-blocking, for those of SIGINT, SIGTERM and SIGHUP that are not ignored;
// they are blocked for the calling thread (and those that it starts) first.
int csystem_stop_signals(void);

// read(2) of one signal from csystem_stop_signals: its number, 0 if none is pending.
int csystem_next_signal(int descriptor);

// pipe2(2), close-on-exec and non-blocking.
int csystem_pipe(int ends[2]);

// memmem(3): whether the bytes contain the pattern.
int csystem_contains(const void *bytes, size_t count, const void *pattern, size_t pattern_count);

// eventfd(2), close-on-exec and non-blocking.
int csystem_event(void);

// clock_getcpuclockid(3) and clock_gettime(2): nanoseconds of CPU that the process has used.
int csystem_cpu_nanoseconds(pid_t process, uint64_t *nanoseconds);

// sched_getaffinity(2): the number of processors that this process may run on.
int csystem_processor_count(void);

// flock(2) LOCK_EX | LOCK_NB.
int csystem_lock_file(int descriptor);

// ioctl(2) TIOCGWINSZ: columns of the terminal.
int csystem_terminal_columns(int descriptor);

// setrlimit(2) RLIMIT_DATA and RLIMIT_CORE 0.
int csystem_limit_process(uint64_t data_bytes);

// setrlimit(2) RLIMIT_NOFILE: raises the soft limit to the hard one; the limit that holds then.
int csystem_raise_descriptor_limit(void);

// waitpid(2): 1 when reaped (status filled in), 0 while it still runs.
int csystem_reap(pid_t process, int *status, int wait);

#endif
