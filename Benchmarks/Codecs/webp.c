/* WebP by libwebp. */
#include "sampling.h"

#include <string.h>

#include <webp/decode.h>
#include <webp/encode.h>

bool ccodecs_decode_webp(const void *bytes, size_t length, int shrink, ccodecs_picture *picture)
{
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config) || WebPGetFeatures(bytes, length, &config.input) != VP8_STATUS_OK)
        return sampling_fail(picture, "no WebP header");
    int width = config.input.width / shrink;
    int height = config.input.height / shrink;
    config.output.colorspace = MODE_RGB;
    if (shrink > 1) {
        config.options.use_scaling = 1;
        config.options.scaled_width = width;
        config.options.scaled_height = height;
    }
    sampling all;
    sampling_begin(&all, picture, width, height);
    bool decoded = WebPDecode(bytes, length, &config) == VP8_STATUS_OK && config.output.width == width &&
                   config.output.height == height;
    for (int y = 0; decoded && y < height; y++)
        sampling_take(&all, picture, y, config.output.u.RGBA.rgba + (size_t) y * (size_t) config.output.u.RGBA.stride);
    WebPFreeDecBuffer(&config.output);
    return decoded ? sampling_end(&all, picture) : sampling_fail(picture, "libwebp can't decode it");
}

size_t ccodecs_encode_webp(const void *pixels, int width, int height, int quality, void *bytes, size_t room)
{
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter written;
    if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, (float) quality) || !WebPPictureInit(&picture))
        return 0;
    config.method = 0;
    picture.width = width;
    picture.height = height;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &written;
    WebPMemoryWriterInit(&written);
    bool encoded = WebPPictureImportRGB(&picture, pixels, width * 3) && WebPEncode(&config, &picture) &&
                   written.size <= room;
    size_t length = encoded ? written.size : 0;
    memcpy(bytes, written.mem, length);
    WebPPictureFree(&picture);
    WebPMemoryWriterClear(&written);
    return length;
}
