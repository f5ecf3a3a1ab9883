/* What Swift sees of libvips: a few coarse calls, plain structs, errors copied out. */
#ifndef CVIPS_H
#define CVIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest text that an error or the message buffer holds, its ending zero included. */
#define CVIPS_TEXT_SIZE 2048

typedef struct {
    int error_number;    /* errno of the first write that failed, else 0 */
    char operation[64];  /* the libvips operation that failed */
    char message[CVIPS_TEXT_SIZE];
} cvips_error;

typedef enum {
    CVIPS_JPEG,
    CVIPS_PNG,
    CVIPS_WEBP,
    CVIPS_HEIF, /* HEVC inside */
    CVIPS_AVIF, /* AV1 inside */
    CVIPS_TIFF,
    CVIPS_GIF,
} cvips_format;

/* library.c: starting, stopping short of what is not wanted, and what is there. */

/* Starts libvips, one thread to a picture: no modules, no cache, an allow-list of loaders. Sets VIPSHOME (setenv(3)). */
bool cvips_start(const char *program_name, cvips_error *error);
/* Opens the HEIF module; done once, at the first call, on any thread. */
bool cvips_load_heif(cvips_error *error);
/* "8.14.1" */
const char *cvips_version(void);
/* Whether a letter can be rendered: false without fonts. */
bool cvips_can_render_text(void);

/* messages.c: everything that libvips and GLib would have printed. */

void cvips_catch_messages(void);
/* Adds a text of one's own. */
void cvips_note(const char *text);
/* Copies the caught messages as one line of at most size - 1 bytes, clears them, and gives the length. */
size_t cvips_take_messages(char *text, size_t size);

/* image.c: one picture, opened lazily. */

typedef struct cvips_image cvips_image;

typedef struct {
    cvips_format format;
    const void *data;  /* must stay until the image is closed; NULL: read the descriptor */
    size_t length;
    int descriptor;
    int shrink;     /* 1, 2, 4 or 8, for JPEG and WebP only */
    bool tolerant;  /* take what can be decoded of a damaged file */
    int dropped_bands; /* the last so many are neither colour nor alpha */
} cvips_source;

typedef enum { CVIPS_OTHER, CVIPS_GREY, CVIPS_RGB, CVIPS_CMYK } cvips_space;

typedef struct {
    int width, height, bands;
    int bits; /* of a sample */
    bool alpha;
    cvips_space space;
    int pages;
    const void *profile;  /* ICC, as long as the image is open; NULL if there is none */
    size_t profile_length;
    const void *exif;
    size_t exif_length;
} cvips_info;

cvips_image *cvips_open(const cvips_source *source, cvips_info *info, cvips_error *error);
void cvips_close(cvips_image *image);

/* colour.c: conversions of 8-bit colours to sRGB: relative colorimetric, with black point compensation. */

typedef struct cvips_conversion cvips_conversion;

/* From a space by its ICC profile; NULL where the profile is unusable, or another space's. What lcms has to say of it
   goes to `complaint`, of CVIPS_TEXT_SIZE bytes. */
cvips_conversion *cvips_conversion_of_profile(
    const void *profile, size_t length, cvips_space space, bool alpha, char *complaint);
cvips_conversion *cvips_conversion_of_adobe_rgb(bool alpha);
/* From inks that have no profile, by libvips' own. */
cvips_conversion *cvips_conversion_of_plain_cmyk(bool alpha);
void cvips_conversion_free(cvips_conversion *conversion);
/* Samples of a pixel that go in, alpha included; three come out, and alpha as it was. */
int cvips_conversion_bands(const cvips_conversion *conversion);
void cvips_convert(const cvips_conversion *conversion, const void *from, void *to, int count);

/* tile.c: from a picture to a rectangle of the canvas. */

typedef struct {
    int left, top, width, height;  /* crop, in decoded pixels, as stored */
    int out_width, out_height;     /* as stored: before the orientation is applied */
    uint8_t ground[3];             /* shows through transparency, sRGB */
    const cvips_conversion *conversion;       /* of the picture's own space; NULL: keep the numbers */
    uint8_t *pixels;                          /* where the first stored pixel goes */
    ptrdiff_t step_x, step_y;                 /* bytes to the next stored column and row */
    void (*halfway)(void *context);           /* may be NULL; called once about half of the rows are there */
    void *context;
} cvips_tile;

bool cvips_paint(cvips_image *image, const cvips_tile *tile, cvips_error *error);

/* attention.c: what attracts the eye. */

typedef struct {
    const void *pixels;           /* 3-byte sRGB, rows without gaps */
    int width, height;
    int crop_width, crop_height;  /* of the part that is to show */
    int fields;                   /* columns and rows in which it is told: 32, the size that libvips looks at */
} cvips_look;

/* Gives the column and the row that attract most, 0 to fields - 1. */
bool cvips_attention(const cvips_look *look, int *x, int *y, cvips_error *error);

/* encode.c: from pixels in memory to a file. */

typedef struct {
    cvips_format format;
    int width, height;
    int bands;               /* 1...4 */
    int bits;                /* 8 or 16 */
    bool cmyk;               /* four bands are inks */
    int quality;             /* 1...100 */
    bool interlaced;         /* progressive JPEG, interlaced PNG */
    bool palette;            /* PNG with a palette */
    const char *profile;     /* libvips' name of a profile to convert to, from sRGB; NULL: attach sRGB */
    bool no_profile;         /* attach none */
    const void *exif;        /* a block that starts with "Exif\0\0", for JPEG only, or NULL */
    size_t exif_length;
    const void *xmp;         /* a packet, or NULL */
    size_t xmp_length;
    void (*halfway)(void *context);  /* may be NULL; called once about half of the rows are encoded */
    void *context;
} cvips_encoding;

bool cvips_encode(const void *pixels, const cvips_encoding *encoding, int descriptor, cvips_error *error);

#endif
