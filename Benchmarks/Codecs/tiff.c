/* TIFF by libtiff. */
#include "sampling.h"

#include <stdio.h>
#include <string.h>

#include <tiffio.h>

typedef struct {
    const uint8_t *bytes;
    size_t length;
    size_t place;
} memory_file;

static tmsize_t read_some(thandle_t handle, void *to, tmsize_t count)
{
    memory_file *file = handle;
    size_t left = file->place < file->length ? file->length - file->place : 0;
    size_t got = (size_t) count < left ? (size_t) count : left;
    memcpy(to, file->bytes + file->place, got);
    file->place += got;
    return (tmsize_t) got;
}

static tmsize_t write_nothing(thandle_t handle, void *from, tmsize_t count)
{
    (void) handle;
    (void) from;
    (void) count;
    return -1;
}

static toff_t seek_to(thandle_t handle, toff_t offset, int whence)
{
    memory_file *file = handle;
    size_t base = whence == SEEK_CUR ? file->place : whence == SEEK_END ? file->length : 0;
    file->place = base + (size_t) offset;
    return file->place;
}

static int close_nothing(thandle_t handle)
{
    (void) handle;
    return 0;
}

static toff_t size_of(thandle_t handle)
{
    return ((memory_file *) handle)->length;
}

/* Of 8-bit RGB in strips; strip by strip. */
static bool decode(TIFF *tiff, ccodecs_picture *picture)
{
    uint32_t width = 0, height = 0, strip_rows = 0;
    uint16_t bits = 0, samples = 0, planes = PLANARCONFIG_CONTIG;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &strip_rows);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
    if (bits != 8 || samples != 3 || planes != PLANARCONFIG_CONTIG || TIFFIsTiled(tiff) || strip_rows == 0)
        return sampling_fail(picture, "not plain 8-bit RGB in strips");
    tmsize_t room = TIFFStripSize(tiff);
    uint8_t *strip = _TIFFmalloc(room);
    if (strip == NULL)
        return sampling_fail(picture, "no memory");
    sampling all;
    sampling_begin(&all, picture, (int) width, (int) height);
    bool decoded = true;
    for (uint32_t top = 0; top < height && decoded; top += strip_rows) {
        uint32_t rows = height - top < strip_rows ? height - top : strip_rows;
        tmsize_t wanted = (tmsize_t) rows * width * 3;
        decoded = wanted <= room &&
                  TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, top, 0), strip, wanted) == wanted;
        for (uint32_t y = 0; y < rows && decoded; y++)
            sampling_take(&all, picture, (int) (top + y), strip + (size_t) y * width * 3);
    }
    _TIFFfree(strip);
    return decoded ? sampling_end(&all, picture) : sampling_fail(picture, "a strip can't be decoded");
}

bool ccodecs_decode_tiff(const void *bytes, size_t length, int shrink, ccodecs_picture *picture)
{
    if (shrink != 1)
        return sampling_fail(picture, "libtiff does not scale");
    memory_file file = {bytes, length, 0};
    /* Without mapping: m. */
    TIFF *tiff = TIFFClientOpen(
        "photo", "rm", &file, read_some, write_nothing, seek_to, close_nothing, size_of, NULL, NULL);
    if (tiff == NULL)
        return sampling_fail(picture, "no TIFF header");
    bool decoded = decode(tiff, picture);
    TIFFClose(tiff);
    return decoded;
}
