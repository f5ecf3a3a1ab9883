/* libtiff, for the C target CCodecs only. */
#include <tiffio.h>
