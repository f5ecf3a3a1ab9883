/* How memory is kept between pictures. */
#include "CCodecs.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void ccodecs_keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}
