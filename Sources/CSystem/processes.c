// Packets with descriptors, and what a parent asks about its children.
#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * CSYSTEM_MAX_DESCRIPTORS)];
} control_buffer;

int csystem_packet_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}

ssize_t csystem_send(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count) {
    if (descriptor_count > CSYSTEM_MAX_DESCRIPTORS) return -EINVAL;
    struct iovec vector = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    control_buffer control;
    if (descriptor_count > 0) {
        size_t size = sizeof(int) * (size_t)descriptor_count;
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(size);
        memset(control.bytes, 0, sizeof control.bytes);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        memcpy(CMSG_DATA(header), descriptors, size);
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

ssize_t csystem_receive(int socket, void *bytes, size_t room, int *descriptors, int *descriptor_count, int wait) {
    struct iovec vector = {bytes, room};
    control_buffer control;
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
    while (received < 0 && errno == EINTR);
    int room_for_descriptors = *descriptor_count, count = 0;
    *descriptor_count = 0;
    if (received < 0) return -errno;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t number = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < number; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (count < room_for_descriptors) descriptors[count++] = descriptor;
            else close(descriptor);
        }
    }
    *descriptor_count = count;
    if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
        for (int i = 0; i < count; i++) close(descriptors[i]);
        *descriptor_count = 0;
        return -EMSGSIZE;
    }
    return received;
}

int csystem_die_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 ? -errno : 0;
}

int csystem_cpu_nanoseconds(pid_t process, uint64_t *nanoseconds) {
    clockid_t clock;
    int error = clock_getcpuclockid(process, &clock);
    if (error) return -error;
    struct timespec time;
    if (clock_gettime(clock, &time) < 0) return -errno;
    *nanoseconds = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
    return 0;
}

int csystem_reap(pid_t process, int *status, int wait) {
    pid_t reaped;
    do reaped = waitpid(process, status, wait ? 0 : WNOHANG);
    while (reaped < 0 && errno == EINTR);
    return reaped < 0 ? -errno : reaped > 0;
}
