/* The metadata that libvips cannot be asked for: written into the stream on its way to the descriptor. */
#include "internal.h"

static void add_segment(
    GByteArray *bytes, uint8_t marker, const void *name, size_t name_length, const void *data, size_t length)
{
    size_t total = 2 + name_length + length;
    if (data == NULL || total > 0xFFFF)
        return;
    uint8_t head[] = {0xFF, marker, (uint8_t) (total >> 8), (uint8_t) total};
    g_byte_array_append(bytes, head, sizeof head);
    g_byte_array_append(bytes, name, (guint) name_length);
    g_byte_array_append(bytes, data, (guint) length);
}

/* Left to itself libvips writes EXIF of its own into a JPEG, or nothing at all. */
static void add_jpeg_segments(GByteArray *bytes, VipsImage *image, const cvips_encoding *how)
{
    /* Version 1.1, no unit, pixels are square, no thumbnail. Inks have an Adobe segment instead. */
    static const uint8_t jfif[] = {1, 1, 0, 0, 1, 0, 1, 0, 0};
    static const char xmp_name[] = "http://ns.adobe.com/xap/1.0/"; /* its ending zero belongs to it */
    static const char icc_name[] = "ICC_PROFILE\0\1\1";           /* the first of one chunk */
    const void *profile = NULL;
    size_t profile_length = 0;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 &&
        vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &profile_length) != 0)
        profile = NULL;

    if (!how->cmyk)
        add_segment(bytes, 0xE0, "JFIF", 5, jfif, sizeof jfif);
    add_segment(bytes, 0xE1, "", 0, how->exif, how->exif_length);
    add_segment(bytes, 0xE1, xmp_name, sizeof xmp_name, how->xmp, how->xmp_length);
    add_segment(bytes, 0xE2, icc_name, sizeof icc_name - 1, profile, profile_length);
}

/* The check sum of PNG, annex D: CRC-32, bit by bit, as this is some hundred bytes a file. */
static uint32_t check_sum(const uint8_t *bytes, size_t length)
{
    uint32_t sum = 0xFFFFFFFF;
    for (size_t i = 0; i < length; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? 0xEDB88320 ^ (sum >> 1) : sum >> 1;
    }
    return ~sum;
}

static void add_number(GByteArray *bytes, uint32_t number)
{
    uint8_t big_endian[] = {
        (uint8_t) (number >> 24), (uint8_t) (number >> 16), (uint8_t) (number >> 8), (uint8_t) number};
    g_byte_array_append(bytes, big_endian, sizeof big_endian);
}

/* Libvips would write a compressed zTXt; XMP in PNG is an iTXt that can be read without inflating. */
static void add_png_chunk(GByteArray *bytes, const cvips_encoding *how)
{
    /* Keyword, no compression, no language, no translated keyword. */
    static const char head[] = "iTXtXML:com.adobe.xmp\0\0\0\0\0";
    if (how->xmp == NULL)
        return;
    size_t length = sizeof head - 1 + how->xmp_length;
    add_number(bytes, (uint32_t) (length - 4));
    g_byte_array_append(bytes, (const guint8 *) head, sizeof head - 1);
    g_byte_array_append(bytes, how->xmp, (guint) how->xmp_length);
    add_number(bytes, check_sum(bytes->data + 4, length));
}

GByteArray *cvips_extra_bytes(VipsImage *image, const cvips_encoding *how, cvips_sink *sink)
{
    GByteArray *bytes = g_byte_array_new();
    if (how->format == CVIPS_JPEG) {
        add_jpeg_segments(bytes, image, how);
        sink->insert_at = 2; /* behind the start marker */
    } else if (how->format == CVIPS_PNG) {
        add_png_chunk(bytes, how);
        sink->insert_at = 33; /* behind the header's chunk */
    }
    sink->insertion = bytes->len > 0 ? bytes->data : NULL;
    sink->insertion_length = bytes->len;
    return bytes;
}
