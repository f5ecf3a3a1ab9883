// XXH3 over memory, and over a file.
#define _GNU_SOURCE
#include "CXXHash.h"

#include <errno.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t cxxhash_64(const void *bytes, size_t count) {
    return XXH3_64bits(bytes, count);
}

void cxxhash_128(const void *bytes, size_t count, uint64_t digest[2]) {
    XXH128_hash_t hash = XXH3_128bits(bytes, count);
    digest[0] = hash.high64;
    digest[1] = hash.low64;
}

int cxxhash_file_64(int descriptor, uint64_t *digest) {
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    char buffer[1 << 16];
    for (off_t offset = 0;;) {
        ssize_t count = pread(descriptor, buffer, sizeof buffer, offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -errno;
        if (count == 0) break;
        XXH3_64bits_update(&state, buffer, (size_t)count);
        offset += count;
    }
    *digest = XXH3_64bits_digest(&state);
    return 0;
}
