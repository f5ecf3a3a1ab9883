/* The whole of libvips, for the C shim CVips only. */
#include <vips/vips.h>
