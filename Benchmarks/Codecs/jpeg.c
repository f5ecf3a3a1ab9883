/* JPEG by libjpeg-turbo. */
#include "sampling.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

/* libjpeg's way out is a call that must not return. */
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf way_out;
} way_out;

static void leave(j_common_ptr info)
{
    longjmp(((way_out *) info->err)->way_out, 1);
}

/* Corrupt data is a warning to libjpeg, after which it makes something up. */
static void be_strict(j_common_ptr info, int level)
{
    if (level < 0)
        leave(info);
}

static struct jpeg_error_mgr *strict_errors(way_out *errors)
{
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = leave;
    errors->manager.emit_message = be_strict;
    return &errors->manager;
}

bool ccodecs_decode_jpeg(const void *bytes, size_t length, int shrink, ccodecs_picture *picture)
{
    struct jpeg_decompress_struct info;
    way_out errors;
    sampling all;
    info.err = strict_errors(&errors);
    jpeg_create_decompress(&info);
    if (setjmp(errors.way_out) != 0) {
        char message[JMSG_LENGTH_MAX];
        errors.manager.format_message((j_common_ptr) &info, message);
        jpeg_destroy_decompress(&info);
        return sampling_fail(picture, message);
    }
    jpeg_mem_src(&info, bytes, length);
    jpeg_read_header(&info, TRUE);
    info.out_color_space = JCS_RGB;
    info.scale_num = 1;
    info.scale_denom = (unsigned) shrink;
    jpeg_start_decompress(&info);
    sampling_begin(&all, picture, (int) info.output_width, (int) info.output_height);
    /* Of libjpeg's own pool, which goes with the rest. */
    JSAMPARRAY row =
        info.mem->alloc_sarray((j_common_ptr) &info, JPOOL_IMAGE, info.output_width * 3, 1);
    while (info.output_scanline < info.output_height) {
        int y = (int) info.output_scanline;
        if (jpeg_read_scanlines(&info, row, 1) == 1)
            sampling_take(&all, picture, y, row[0]);
    }
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return sampling_end(&all, picture);
}

/* A destination in the caller's memory that never grows. */

static void nothing_to_do(j_compress_ptr info)
{
    (void) info;
}

static boolean no_more_room(j_compress_ptr info)
{
    leave((j_common_ptr) info);
    return FALSE;
}

size_t ccodecs_encode_jpeg(const void *pixels, int width, int height, int quality, void *bytes, size_t room)
{
    struct jpeg_compress_struct info;
    way_out errors;
    info.err = strict_errors(&errors);
    jpeg_create_compress(&info);
    if (setjmp(errors.way_out) != 0) {
        jpeg_destroy_compress(&info);
        return 0;
    }
    struct jpeg_destination_mgr memory = {
        .next_output_byte = bytes,
        .free_in_buffer = room,
        .init_destination = nothing_to_do,
        .empty_output_buffer = no_more_room,
        .term_destination = nothing_to_do,
    };
    info.dest = &memory;
    info.image_width = (JDIMENSION) width;
    info.image_height = (JDIMENSION) height;
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = (JSAMPROW) pixels + (size_t) info.next_scanline * (size_t) width * 3;
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    return room - memory.free_in_buffer;
}
