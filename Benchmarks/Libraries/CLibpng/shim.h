/* libpng, for the C target CCodecs only. */
#include <png.h>
