/* HEIC and AVIF by libheif, and the decoders that it chooses. */
#include "sampling.h"

#include <libheif/heif.h>

static bool sample(const struct heif_image *image, ccodecs_picture *picture)
{
    int width = heif_image_get_width(image, heif_channel_interleaved);
    int height = heif_image_get_height(image, heif_channel_interleaved);
    int bytes_per_row = 0;
    const uint8_t *pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &bytes_per_row);
    if (pixels == NULL || width <= 0 || height <= 0)
        return sampling_fail(picture, "no pixels");
    sampling all;
    sampling_begin(&all, picture, width, height);
    for (int y = 0; y < height; y++)
        sampling_take(&all, picture, y, pixels + (size_t) y * (size_t) bytes_per_row);
    return sampling_end(&all, picture);
}

bool ccodecs_decode_heif(const void *bytes, size_t length, int shrink, ccodecs_picture *picture)
{
    if (shrink != 1)
        return sampling_fail(picture, "libheif does not scale");
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *image = NULL;
    struct heif_error error = heif_context_read_from_memory_without_copy(context, bytes, length, NULL);
    if (error.code == heif_error_Ok)
        error = heif_context_get_primary_image_handle(context, &handle);
    if (error.code == heif_error_Ok)
        error = heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, NULL);
    bool decoded = error.code == heif_error_Ok ? sample(image, picture) : sampling_fail(picture, error.message);
    heif_image_release(image);
    heif_image_handle_release(handle);
    heif_context_free(context);
    return decoded;
}
