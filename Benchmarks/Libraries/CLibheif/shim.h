/* libheif, for the C target CCodecs only. */
#include <libheif/heif.h>
