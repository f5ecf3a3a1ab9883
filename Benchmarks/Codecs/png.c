/* PNG by libpng. */
#include "sampling.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
    const uint8_t *next;
    size_t left;
} remaining;

static void read_some(png_structp png, png_bytep to, size_t count)
{
    remaining *bytes = png_get_io_ptr(png);
    if (count > bytes->left)
        png_error(png, "the file is too short");
    memcpy(to, bytes->next, count);
    bytes->next += count;
    bytes->left -= count;
}

static void fail(png_structp png, png_const_charp message)
{
    sampling_fail(png_get_error_ptr(png), message);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message)
{
    (void) png;
    (void) message;
}

bool ccodecs_decode_png(const void *bytes, size_t length, int shrink, ccodecs_picture *picture)
{
    if (shrink != 1)
        return sampling_fail(picture, "libpng does not scale");
    remaining source = {bytes, length};
    sampling all;
    uint8_t *volatile row = NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, picture, fail, ignore);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL) {
        png_destroy_read_struct(&png, NULL, NULL);
        return sampling_fail(picture, "no memory");
    }
    if (setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_read_struct(&png, &info, NULL);
        free(row);
        return false;
    }
    png_set_read_fn(png, &source, read_some);
    png_read_info(png, info);
    int width = (int) png_get_image_width(png, info);
    int height = (int) png_get_image_height(png, info);
    if (png_get_rowbytes(png, info) != (size_t) width * 3 || png_get_bit_depth(png, info) != 8 ||
        png_get_interlace_type(png, info) != PNG_INTERLACE_NONE)
        png_error(png, "not plain 8-bit RGB");
    row = malloc((size_t) width * 3);
    if (row == NULL)
        png_error(png, "no memory");
    sampling_begin(&all, picture, width, height);
    for (int y = 0; y < height; y++) {
        png_read_row(png, row, NULL);
        sampling_take(&all, picture, y, row);
    }
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(row);
    return sampling_end(&all, picture);
}

typedef struct {
    uint8_t *bytes;
    size_t count, room;
} growing;

static void write_some(png_structp png, png_bytep from, size_t count)
{
    growing *file = png_get_io_ptr(png);
    if (count > file->room - file->count)
        png_error(png, "not enough room");
    memcpy(file->bytes + file->count, from, count);
    file->count += count;
}

static void flush_nothing(png_structp png)
{
    (void) png;
}

size_t ccodecs_encode_png(const void *pixels, int width, int height, int quality, void *bytes, size_t room)
{
    (void) quality;
    growing file = {bytes, 0, room};
    ccodecs_picture unheard;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &unheard, fail, ignore);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL) {
        png_destroy_write_struct(&png, NULL);
        return 0;
    }
    if (setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_write_fn(png, &file, write_some, flush_nothing);
    png_set_compression_level(png, 2);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_IHDR(
        png, info, (png_uint_32) width, (png_uint_32) height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < height; y++)
        png_write_row(png, (png_const_bytep) pixels + (size_t) y * (size_t) width * 3);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return file.count;
}
