// The hash function XXH3 of the system's xxHash, compiled in: nothing is linked. https://xxhash.com
#ifndef CXXHASH_H
#define CXXHASH_H

#include <stddef.h>
#include <stdint.h>

// XXH3, 64 bits.
uint64_t cxxhash_64(const void *bytes, size_t count);

// XXH3, 128 bits: `digest[0]` is the high half.
void cxxhash_128(const void *bytes, size_t count, uint64_t digest[2]);

// XXH3, 64 bits, of a file from its beginning to its end (pread(2)); a negative errno, or 0.
int cxxhash_file_64(int descriptor, uint64_t *digest);

#endif
