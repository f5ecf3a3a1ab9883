/* Opens a picture with the loader that its content asks for, and tells what its header says. */
#include "internal.h"

#include <string.h>

static int load(const cvips_source *from, VipsFailOn fail_on, VipsImage **out)
{
    VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    void *data = (void *) from->data;
    if (data == NULL) {
        VipsSource *source = vips_source_new_from_descriptor(from->descriptor);
        if (source == NULL)
            return -1;
        int result = -1;
        if (from->format == CVIPS_PNG)
            result = vips_pngload_source(source, out, "access", access, "fail_on", fail_on, NULL);
        else if (from->format == CVIPS_TIFF)
            result = vips_tiffload_source(source, out, "access", access, "fail_on", fail_on, NULL);
        else
            vips_error("open", "this format is read from memory only");
        VIPS_UNREF(source);
        return result;
    }
    switch (from->format) {
    case CVIPS_JPEG:
        return vips_jpegload_buffer(
            data, from->length, out, "shrink", from->shrink, "access", access, "fail_on", fail_on, NULL);
    case CVIPS_PNG:
        return vips_pngload_buffer(data, from->length, out, "access", access, "fail_on", fail_on, NULL);
    case CVIPS_WEBP:
        return vips_webpload_buffer(
            data, from->length, out, "scale", 1.0 / from->shrink, "access", access, "fail_on", fail_on, NULL);
    case CVIPS_HEIF:
    case CVIPS_AVIF:
        return vips_heifload_buffer(data, from->length, out, "access", access, "fail_on", fail_on, NULL);
    case CVIPS_TIFF:
        return vips_tiffload_buffer(data, from->length, out, "access", access, "fail_on", fail_on, NULL);
    case CVIPS_GIF:
        return vips_gifload_buffer(data, from->length, out, "access", access, "fail_on", fail_on, NULL);
    }
    return -1;
}

static const char *loader_name(cvips_format format)
{
    static const char *const names[] = {
        [CVIPS_JPEG] = "jpegload", [CVIPS_PNG] = "pngload",   [CVIPS_WEBP] = "webpload", [CVIPS_HEIF] = "heifload",
        [CVIPS_AVIF] = "heifload", [CVIPS_TIFF] = "tiffload", [CVIPS_GIF] = "gifload",
    };
    return names[format];
}

static cvips_space space_of(VipsImage *image)
{
    switch (vips_image_guess_interpretation(image)) {
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16:
        return CVIPS_GREY;
    case VIPS_INTERPRETATION_sRGB:
    case VIPS_INTERPRETATION_RGB:
    case VIPS_INTERPRETATION_RGB16:
        return CVIPS_RGB;
    case VIPS_INTERPRETATION_CMYK:
        return CVIPS_CMYK;
    default:
        return CVIPS_OTHER;
    }
}

static const void *blob(VipsImage *image, const char *name, size_t *length)
{
    const void *bytes = NULL;
    *length = 0;
    if (vips_image_get_typeof(image, name) == 0 || vips_image_get_blob(image, name, &bytes, length) != 0)
        return NULL;
    return bytes;
}

static void describe(VipsImage *image, cvips_info *info)
{
    memset(info, 0, sizeof *info);
    info->width = vips_image_get_width(image);
    info->height = vips_image_get_height(image);
    info->bands = vips_image_get_bands(image);
    info->bits = (int) vips_format_sizeof(vips_image_get_format(image)) * 8;
    info->alpha = vips_image_hasalpha(image);
    info->space = space_of(image);
    info->pages = vips_image_get_n_pages(image);
    info->profile = blob(image, VIPS_META_ICC_NAME, &info->profile_length);
    info->exif = blob(image, VIPS_META_EXIF_NAME, &info->exif_length);
}

/* Leaves out the last bands, and says what is left where libvips could not tell before. */
static int drop_bands(VipsImage **image, int dropped)
{
    int bands = vips_image_get_bands(*image) - dropped;
    if (dropped <= 0 || bands < 1)
        return 0;
    VipsImage *kept = NULL;
    if (vips_extract_band(*image, &kept, 0, "n", bands, NULL) != 0)
        return -1;
    g_object_unref(*image);
    *image = kept;
    if (vips_image_get_interpretation(kept) != VIPS_INTERPRETATION_MULTIBAND)
        return 0;
    bool wide = vips_image_get_format(kept) == VIPS_FORMAT_USHORT;
    VipsInterpretation kind = wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
    if (bands < 3)
        kind = wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W;
    VipsImage *named = NULL;
    if (vips_copy(kept, &named, "interpretation", kind, NULL) != 0)
        return -1;
    g_object_unref(kept);
    *image = named;
    return 0;
}

cvips_image *cvips_open(const cvips_source *source, cvips_info *info, cvips_error *error)
{
    memset(error, 0, sizeof *error);
    if (!cvips_is_started(error))
        return NULL;
    if ((source->format == CVIPS_HEIF || source->format == CVIPS_AVIF) && !cvips_load_heif(error))
        return NULL;
    VipsImage *image = NULL;
    if (load(source, source->tolerant ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_TRUNCATED, &image) != 0 ||
        drop_bands(&image, source->dropped_bands) != 0) {
        VIPS_UNREF(image);
        cvips_fail(error, loader_name(source->format));
        return NULL;
    }
    describe(image, info);
    cvips_image *opened = g_new0(cvips_image, 1);
    opened->image = image;
    return opened;
}

void cvips_close(cvips_image *image)
{
    if (image == NULL)
        return;
    VIPS_UNREF(image->image);
    g_free(image);
}
