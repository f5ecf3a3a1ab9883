/* The least that the pixels of a photo take: each codec's own library, called without anything around it. */
#ifndef CCODECS_H
#define CCODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A picture is told by the mean colours of so many cells. */
enum { CCODECS_COLUMNS = 8, CCODECS_ROWS = 6, CCODECS_MEANS = CCODECS_COLUMNS * CCODECS_ROWS * 3 };

/* What a decoder made, and threw away: its size, and what it looked like. */
typedef struct {
    int width, height;
    uint8_t means[CCODECS_MEANS]; /* cell by cell, row by row: red, green, blue, of some columns' pixels */
    char message[256];            /* why it failed */
} ccodecs_picture;

/* Has freed memory kept (mallopt(3)): else glibc gives large blocks back to the kernel after each picture, or not, by
   chance, and fresh pages cost as much as a tenth of a decoded HEIC. */
void ccodecs_keep_memory(void);

/* Each decodes an 8-bit RGB photo in memory to 3 bytes a pixel, row by row where the library can. `shrink` is 1, 2, 4
   or 8 for JPEG and WebP, whose libraries scale as they decode, and else 1. False where anything is wrong. */
bool ccodecs_decode_jpeg(const void *bytes, size_t length, int shrink, ccodecs_picture *picture);
bool ccodecs_decode_png(const void *bytes, size_t length, int shrink, ccodecs_picture *picture);
bool ccodecs_decode_webp(const void *bytes, size_t length, int shrink, ccodecs_picture *picture);
bool ccodecs_decode_tiff(const void *bytes, size_t length, int shrink, ccodecs_picture *picture);
bool ccodecs_decode_heif(const void *bytes, size_t length, int shrink, ccodecs_picture *picture);

/* Each encodes 3-byte RGB pixels, rows without gaps, with the effort that collages are encoded with. Gives the length,
   0 where it failed or there is not enough room. PNG takes no account of the quality. */
size_t ccodecs_encode_jpeg(const void *pixels, int width, int height, int quality, void *bytes, size_t room);
size_t ccodecs_encode_png(const void *pixels, int width, int height, int quality, void *bytes, size_t room);
size_t ccodecs_encode_webp(const void *pixels, int width, int height, int quality, void *bytes, size_t room);

#endif
