/* Catches what libvips and GLib have to say, bounded, instead of letting it be printed. */
#include "internal.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char caught[CVIPS_TEXT_SIZE];
static size_t caught_length;

size_t cvips_copy_line(char *to, size_t size, const char *from)
{
    size_t length = 0;
    for (; *from != 0 && length + 1 < size; from++) {
        unsigned char byte = (unsigned char) *from;
        bool blank = byte < 0x20 || byte == 0x7F;
        if (blank && (length == 0 || to[length - 1] == ' '))
            continue;
        to[length++] = blank ? ' ' : (char) byte;
    }
    while (length > 0 && to[length - 1] == ' ')
        length--;
    if (size > 0)
        to[length] = 0;
    return length;
}

void cvips_note(const char *text)
{
    char line[CVIPS_TEXT_SIZE];
    size_t length = cvips_copy_line(line, sizeof line, text);
    if (length == 0)
        return;
    pthread_mutex_lock(&lock);
    size_t separator = caught_length > 0 ? 2 : 0;
    /* The same text again and again tells nothing new: header bombs repeat it 100,000 times. */
    bool repeated = caught_length >= length && memcmp(caught + caught_length - length, line, length) == 0;
    if (!repeated && caught_length + separator + 1 < sizeof caught) {
        memcpy(caught + caught_length, "; ", separator);
        caught_length += separator;
        size_t room = sizeof caught - 1 - caught_length;
        size_t count = length < room ? length : room;
        memcpy(caught + caught_length, line, count);
        caught_length += count;
        caught[caught_length] = 0;
    }
    pthread_mutex_unlock(&lock);
}

size_t cvips_take_messages(char *text, size_t size)
{
    const char *buffered = vips_error_buffer();
    if (*buffered != 0) {
        cvips_note(buffered);
        vips_error_clear();
    }
    pthread_mutex_lock(&lock);
    size_t length = cvips_copy_line(text, size, caught);
    caught_length = 0;
    caught[0] = 0;
    pthread_mutex_unlock(&lock);
    return length;
}

/* GLib ends the process after this one: the coordinator reads it from the pipe that standard error is. */
static void tell_last(const char *message)
{
    char line[CVIPS_TEXT_SIZE];
    size_t length = cvips_copy_line(line, sizeof line - 1, message);
    line[length++] = '\n';
    ssize_t written = write(STDERR_FILENO, line, length);
    (void) written;
}

static GLogWriterOutput write_log(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer context)
{
    (void) context;
    if ((level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) == 0)
        return G_LOG_WRITER_HANDLED;
    for (gsize i = 0; i < count; i++)
        if (strcmp(fields[i].key, "MESSAGE") == 0 && fields[i].length < 0) {
            cvips_note(fields[i].value);
            if ((level & G_LOG_LEVEL_ERROR) != 0)
                tell_last(fields[i].value);
        }
    return G_LOG_WRITER_HANDLED;
}

static void handle_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer context)
{
    (void) domain;
    (void) context;
    if ((level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) != 0)
        cvips_note(message);
    if ((level & G_LOG_LEVEL_ERROR) != 0)
        tell_last(message);
}

static void handle_print(const gchar *text)
{
    cvips_note(text);
}

static void set_handlers(void)
{
    g_log_set_default_handler(handle_log, NULL);
    g_log_set_writer_func(write_log, NULL, NULL);
    g_set_printerr_handler(handle_print);
}

void cvips_catch_messages(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_handlers);
}

bool cvips_fail(cvips_error *error, const char *operation)
{
    cvips_copy_line(error->operation, sizeof error->operation, operation);
    const char *buffered = vips_error_buffer();
    if (*buffered != 0) {
        cvips_copy_line(error->message, sizeof error->message, buffered);
        vips_error_clear();
    } else
        /* Some failures have only warned before. */
        cvips_take_messages(error->message, sizeof error->message);
    return false;
}
