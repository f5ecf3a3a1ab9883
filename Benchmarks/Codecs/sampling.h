/* Looks at a few pixels of each row that a decoder hands over: enough to know the picture, too few to cost time. */
#ifndef CCODECS_SAMPLING_H
#define CCODECS_SAMPLING_H

#include "CCodecs.h"

/* Columns that are looked at in each cell of a row. */
enum { SAMPLES = 8 };

typedef struct {
    uint32_t sums[CCODECS_MEANS];
    uint32_t counts[CCODECS_ROWS]; /* rows that went by */
} sampling;

/* Forgets what was there, and begins a picture of that size. */
void sampling_begin(sampling *all, ccodecs_picture *picture, int width, int height);
void sampling_take(sampling *all, const ccodecs_picture *picture, int y, const uint8_t *row);
/* False, with a message, unless all rows went by. */
bool sampling_end(const sampling *all, ccodecs_picture *picture);
bool sampling_fail(ccodecs_picture *picture, const char *message);

#endif
