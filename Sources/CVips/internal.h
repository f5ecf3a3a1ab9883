/* What the files of the shim share. */
#ifndef CVIPS_INTERNAL_H
#define CVIPS_INTERNAL_H

#include "CVips.h"

#include <vips/vips.h>

struct cvips_image {
    VipsImage *image;
};

/* Moves libvips' error buffer into the error; gives false, to be returned. */
bool cvips_fail(cvips_error *error, const char *operation);
/* Libvips would start itself, with all that is not wanted. */
bool cvips_is_started(cvips_error *error);
/* A picture in 8-bit sRGB, pixel by pixel, of one with as many bands as the conversion takes. */
int cvips_convert_image(VipsImage *image, VipsImage **out, const cvips_conversion *conversion);
/* Copies with line ends and control characters as blanks, without a trailing one; gives the length. */
size_t cvips_copy_line(char *to, size_t size, const char *from);

/* A target that writes to a descriptor and keeps the errno of the first failure. */
typedef struct {
    int descriptor;
    int error_number;
    const uint8_t *insertion;  /* goes in once `insert_at` bytes are written; NULL: nothing does */
    size_t insertion_length;
    gint64 insert_at;
    gint64 written;
} cvips_sink;

VipsTarget *cvips_target_new(cvips_sink *sink);
/* Sets what the sink inserts; the bytes must stay until the target is gone. */
GByteArray *cvips_extra_bytes(VipsImage *image, const cvips_encoding *how, cvips_sink *sink);

#endif
