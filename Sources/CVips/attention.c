/* Finds what attracts the eye in a picture in memory. */
#include "internal.h"

#include <string.h>

/* A length in fields instead of pixels, to the nearest, at least one. */
static int in_fields(int length, int whole, int fields)
{
    return VIPS_CLIP(1, (int) ((double) length * fields / whole + 0.5), fields);
}

/* The picture as so many fields, in 16 bits: what 8 bits round off decides between two places that attract alike. */
static VipsImage *shrunk(const cvips_look *look)
{
    /* Most of it by whole numbers, which is ten times as fast; what is left over is some three pixels a field. */
    int across = VIPS_MAX(1, look->width / (3 * look->fields));
    int down = VIPS_MAX(1, look->height / (3 * look->fields));
    VipsImage *steps[5] = {vips_image_new_from_memory(
        look->pixels, (size_t) look->width * look->height * 3, look->width, look->height, 3, VIPS_FORMAT_UCHAR)};
    VipsImage *fields = NULL;
    if (steps[0] != NULL && vips_shrink(steps[0], &steps[1], across, down, NULL) == 0 &&
        vips_cast(steps[1], &steps[2], VIPS_FORMAT_USHORT, "shift", TRUE, NULL) == 0 &&
        vips_copy(steps[2], &steps[3], "interpretation", VIPS_INTERPRETATION_RGB16, NULL) == 0 &&
        vips_resize(
            steps[3], &steps[4], (double) look->fields / vips_image_get_width(steps[3]), "vscale",
            (double) look->fields / vips_image_get_height(steps[3]), NULL) == 0)
        fields = vips_image_copy_memory(steps[4]);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        VIPS_UNREF(steps[i]);
    return fields;
}

bool cvips_attention(const cvips_look *look, int *x, int *y, cvips_error *error)
{
    memset(error, 0, sizeof *error);
    if (!cvips_is_started(error))
        return false;
    /* Smartcrop starts with the same shrinking, but does it again for each thing that it looks at. */
    VipsImage *fields = shrunk(look);
    /* Made, but never computed: the search is over once the operation is built. */
    VipsImage *crop = NULL;
    bool found = fields != NULL && vips_smartcrop(
                                       fields, &crop, in_fields(look->crop_width, look->width, look->fields),
                                       in_fields(look->crop_height, look->height, look->fields), "interesting",
                                       VIPS_INTERESTING_ATTENTION, "attention_x", x, "attention_y", y, NULL) == 0;
    VIPS_UNREF(crop);
    VIPS_UNREF(fields);
    return found ? true : cvips_fail(error, "smartcrop");
}
