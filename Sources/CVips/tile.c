/* Crops, converts, scales and copies a picture into its rectangle, strip by strip on the calling thread. */
#include "internal.h"

#include <string.h>

/* Rows of output painted at a time: the strip and the rows that it is made of stay in the second-level cache. */
enum { STRIP_ROWS = 64 };

/* Replaces *image by what the operation made of it. */
#define APPLY(...)                        \
    do {                                  \
        VipsImage *made = NULL;           \
        if (__VA_ARGS__ != 0) {           \
            VIPS_UNREF(made);             \
            return -1;                    \
        }                                 \
        g_object_unref(*image);           \
        *image = made;                    \
    } while (0)

static bool is_inks(VipsImage *image)
{
    return vips_image_guess_interpretation(image) == VIPS_INTERPRETATION_CMYK;
}

/* To 8-bit grey, RGB or CMYK, with or without alpha. */
static int to_bytes(VipsImage **image)
{
    VipsInterpretation kind = vips_image_guess_interpretation(*image);
    bool plain = kind == VIPS_INTERPRETATION_B_W || kind == VIPS_INTERPRETATION_sRGB ||
                 kind == VIPS_INTERPRETATION_RGB || kind == VIPS_INTERPRETATION_GREY16 ||
                 kind == VIPS_INTERPRETATION_RGB16 || kind == VIPS_INTERPRETATION_CMYK;
    if (!plain || vips_image_get_coding(*image) != VIPS_CODING_NONE)
        APPLY(vips_colourspace(*image, &made, VIPS_INTERPRETATION_sRGB, NULL));
    if (vips_image_get_format(*image) == VIPS_FORMAT_USHORT)
        /* 65535 / 257 = 255; half a step more, as the cast to a byte cuts off. */
        APPLY(vips_linear1(*image, &made, 1.0 / 257, 0.5, "uchar", TRUE, NULL));
    else if (vips_image_get_format(*image) != VIPS_FORMAT_UCHAR)
        APPLY(vips_cast(*image, &made, VIPS_FORMAT_UCHAR, NULL));
    int bands = vips_image_get_bands(*image);
    VipsInterpretation bytes_kind = is_inks(*image) ? VIPS_INTERPRETATION_CMYK
                                    : bands < 3     ? VIPS_INTERPRETATION_B_W
                                                    : VIPS_INTERPRETATION_sRGB;
    if (vips_image_get_interpretation(*image) != bytes_kind)
        APPLY(vips_copy(*image, &made, "interpretation", bytes_kind, NULL));
    return 0;
}

static int flatten(VipsImage **image, const uint8_t *ground)
{
    bool grey_ground = ground[0] == ground[1] && ground[1] == ground[2];
    if (vips_image_get_bands(*image) == 2 && !grey_ground)
        APPLY(vips_colourspace(*image, &made, VIPS_INTERPRETATION_sRGB, NULL));
    double values[] = {ground[0], ground[1], ground[2]};
    VipsArrayDouble *background = vips_array_double_new(values, vips_image_get_bands(*image) == 2 ? 1 : 3);
    VipsImage *made = NULL;
    int result = vips_flatten(*image, &made, "background", background, "max_alpha", 255.0, NULL);
    vips_area_unref(VIPS_AREA(background));
    if (result != 0)
        return -1;
    g_object_unref(*image);
    *image = made;
    return 0;
}

/* The whole way from decoded pixels to tile pixels, as a lazy pipeline. */
static int build(VipsImage **image, const cvips_tile *tile, bool *converted)
{
    if (tile->left != 0 || tile->top != 0 || tile->width != vips_image_get_width(*image) ||
        tile->height != vips_image_get_height(*image))
        APPLY(vips_extract_area(*image, &made, tile->left, tile->top, tile->width, tile->height, NULL));
    if (to_bytes(image) != 0)
        return -1;

    bool alpha = vips_image_hasalpha(*image);
    /* Inks must not be scaled, and the ground is sRGB: so both want sRGB first; else after, on fewer pixels. */
    if (tile->conversion == NULL && is_inks(*image)) {
        vips_error("colour", "inks that nothing converts");
        return -1;
    }
    if (tile->conversion != NULL && (alpha || is_inks(*image))) {
        APPLY(cvips_convert_image(*image, &made, tile->conversion));
        *converted = true;
    }
    if (alpha && flatten(image, tile->ground) != 0)
        return -1;
    int bands = vips_image_get_bands(*image);
    if (bands == 2 || bands > 3)
        APPLY(vips_extract_band(*image, &made, 0, "n", bands == 2 ? 1 : 3, NULL));

    double scale = (double) tile->out_width / vips_image_get_width(*image);
    double vscale = (double) tile->out_height / vips_image_get_height(*image);
    if (scale != 1 || vscale != 1)
        APPLY(vips_resize(*image, &made, scale, "vscale", vscale, "kernel", VIPS_KERNEL_LANCZOS3, NULL));
    if (vips_image_get_width(*image) != tile->out_width || vips_image_get_height(*image) != tile->out_height)
        APPLY(vips_embed(
            *image, &made, 0, 0, tile->out_width, tile->out_height, "extend", VIPS_EXTEND_COPY, NULL));
    return 0;
}

/* To pixels of three bands, upright; the spare row takes what is converted. */
static void copy_row(const cvips_tile *tile, const cvips_conversion *conversion, const uint8_t *from, int bands,
    uint8_t *spare, uint8_t *to)
{
    if (conversion != NULL) {
        cvips_convert(conversion, from, spare, tile->out_width);
        from = spare;
        bands = 3;
    }
    if (bands == 3 && tile->step_x == 3) {
        memcpy(to, from, (size_t) tile->out_width * 3);
        return;
    }
    for (int x = 0; x < tile->out_width; x++, from += bands, to += tile->step_x) {
        to[0] = from[0];
        to[1] = from[bands == 1 ? 0 : 1];
        to[2] = from[bands == 1 ? 0 : 2];
    }
}

static int copy_strips(VipsImage *image, const cvips_tile *tile, const cvips_conversion *conversion)
{
    VipsRegion *region = vips_region_new(image);
    if (region == NULL)
        return -1;
    uint8_t *spare = conversion != NULL ? g_malloc((gsize) tile->out_width * 3) : NULL;
    int bands = vips_image_get_bands(image);
    bool told = tile->halfway == NULL;
    int result = 0;
    for (int top = 0; top < tile->out_height && result == 0; top += STRIP_ROWS) {
        VipsRect strip = {0, top, tile->out_width, VIPS_MIN(STRIP_ROWS, tile->out_height - top)};
        result = vips_region_prepare(region, &strip);
        for (int y = top; y < top + strip.height && result == 0; y++)
            copy_row(
                tile, conversion, VIPS_REGION_ADDR(region, 0, y), bands, spare, tile->pixels + y * tile->step_y);
        if (!told && 2 * (top + strip.height) >= tile->out_height) {
            told = true;
            tile->halfway(tile->context);
        }
    }
    g_free(spare);
    g_object_unref(region);
    return result;
}

bool cvips_paint(cvips_image *opened, const cvips_tile *tile, cvips_error *error)
{
    memset(error, 0, sizeof *error);
    VipsImage *image = opened->image;
    g_object_ref(image);
    bool painted = false;
    bool converted = false;
    if (build(&image, tile, &converted) == 0) {
        const cvips_conversion *conversion = converted ? NULL : tile->conversion;
        int bands = vips_image_get_bands(image);
        int wanted = conversion != NULL ? cvips_conversion_bands(conversion) : bands;
        if ((bands != 1 && bands != 3) || bands != wanted || vips_image_get_format(image) != VIPS_FORMAT_UCHAR ||
            vips_image_get_coding(image) != VIPS_CODING_NONE || vips_image_get_width(image) != tile->out_width ||
            vips_image_get_height(image) != tile->out_height)
            vips_error("paint", "%d bands of an unexpected layout", bands);
        else
            painted = copy_strips(image, tile, conversion) == 0;
    }
    g_object_unref(image);
    return painted ? true : cvips_fail(error, "paint");
}
