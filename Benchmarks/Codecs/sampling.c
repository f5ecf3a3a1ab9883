/* Sums samples of rows into the cells of a picture. */
#include "sampling.h"

#include <stdio.h>
#include <string.h>

void sampling_begin(sampling *all, ccodecs_picture *picture, int width, int height)
{
    memset(all, 0, sizeof *all);
    memset(picture, 0, sizeof *picture);
    picture->width = width;
    picture->height = height;
}

void sampling_take(sampling *all, const ccodecs_picture *picture, int y, const uint8_t *row)
{
    int cell_row = (int) ((int64_t) y * CCODECS_ROWS / picture->height);
    uint32_t *sums = all->sums + cell_row * CCODECS_COLUMNS * 3;
    for (int sample = 0; sample < CCODECS_COLUMNS * SAMPLES; sample++) {
        /* The middle of its share of the row. */
        int64_t x = (2 * (int64_t) sample + 1) * picture->width / (2 * CCODECS_COLUMNS * SAMPLES);
        uint32_t *cell = sums + sample / SAMPLES * 3;
        const uint8_t *pixel = row + x * 3;
        cell[0] += pixel[0];
        cell[1] += pixel[1];
        cell[2] += pixel[2];
    }
    all->counts[cell_row]++;
}

bool sampling_end(const sampling *all, ccodecs_picture *picture)
{
    uint32_t rows = 0;
    for (int row = 0; row < CCODECS_ROWS; row++)
        rows += all->counts[row];
    if (picture->height < CCODECS_ROWS || rows != (uint32_t) picture->height)
        return sampling_fail(picture, "not every row was decoded");
    for (int i = 0; i < CCODECS_MEANS; i++) {
        uint32_t count = all->counts[i / (CCODECS_COLUMNS * 3)] * SAMPLES;
        picture->means[i] = (uint8_t) ((all->sums[i] + count / 2) / count);
    }
    return true;
}

bool sampling_fail(ccodecs_picture *picture, const char *message)
{
    snprintf(picture->message, sizeof picture->message, "%s", message);
    return false;
}
