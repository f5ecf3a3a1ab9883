/* A libvips target over a descriptor: whole writes, and the errno of the first failure kept. */
#include "internal.h"

#include <errno.h>
#include <unistd.h>

static bool write_all(cvips_sink *sink, const uint8_t *data, size_t length)
{
    while (length > 0) {
        ssize_t count = write(sink->descriptor, data, length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            if (sink->error_number == 0)
                sink->error_number = count < 0 ? errno : EIO;
            return false;
        }
        data += count;
        length -= (size_t) count;
    }
    return true;
}

static gint64 on_write(VipsTargetCustom *target, const void *data, gint64 length, void *context)
{
    (void) target;
    cvips_sink *sink = context;
    const uint8_t *rest = data;
    size_t rest_length = (size_t) length;
    gint64 before = sink->insert_at - sink->written;
    if (sink->insertion != NULL && before >= 0 && before <= length) {
        if (!write_all(sink, rest, (size_t) before) || !write_all(sink, sink->insertion, sink->insertion_length))
            return -1;
        sink->insertion = NULL;
        rest += before;
        rest_length -= (size_t) before;
    }
    if (!write_all(sink, rest, rest_length))
        return -1;
    sink->written += length;
    return length;
}

static gint64 on_read(VipsTargetCustom *target, void *data, gint64 length, void *context)
{
    (void) target;
    cvips_sink *sink = context;
    ssize_t count;
    do
        count = read(sink->descriptor, data, (size_t) length);
    while (count < 0 && errno == EINTR);
    if (count < 0 && sink->error_number == 0)
        sink->error_number = errno;
    return count;
}

static gint64 on_seek(VipsTargetCustom *target, gint64 offset, int whence, void *context)
{
    (void) target;
    cvips_sink *sink = context;
    off_t place = lseek(sink->descriptor, offset, whence);
    if (place < 0 && sink->error_number == 0)
        sink->error_number = errno;
    return place;
}

static int on_end(VipsTargetCustom *target, void *context)
{
    (void) target;
    return ((cvips_sink *) context)->error_number == 0 ? 0 : -1;
}

VipsTarget *cvips_target_new(cvips_sink *sink)
{
    VipsTargetCustom *target = vips_target_custom_new();
    g_signal_connect(target, "write", G_CALLBACK(on_write), sink);
    g_signal_connect(target, "read", G_CALLBACK(on_read), sink);
    g_signal_connect(target, "seek", G_CALLBACK(on_seek), sink);
    g_signal_connect(target, "end", G_CALLBACK(on_end), sink);
    return VIPS_TARGET(target);
}
