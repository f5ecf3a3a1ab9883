/* libwebp, for the C target CCodecs only. */
#include <webp/decode.h>
#include <webp/encode.h>
