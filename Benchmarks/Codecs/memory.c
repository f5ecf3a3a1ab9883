/* How memory is kept between pictures. */
#include "CCodecs.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void ccodecs_keep_memory(void)
{
#ifdef __GLIBC__
    /* One arena: a decoder's threads take another one each time, with fresh pages. */
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}
