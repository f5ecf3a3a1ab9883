/* Starts libvips without what a worker does not want, and tells what it can do. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "internal.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Freed memory up to this stays with the process: five to ten times fewer page faults. */
enum { KEPT_MEMORY = 64 << 20 };

static void block_loaders(void)
{
    /* A class that a module adds later takes the block over from its parent. */
    static const char *const allowed[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng",  "VipsForeignLoadWebp",
        "VipsForeignLoadTiff", "VipsForeignLoadNsgif",
    };
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        vips_operation_block_set(allowed[i], FALSE);
}

/* Held while either changes; once set, they stay. */
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool started, has_heif;

bool cvips_is_started(cvips_error *error)
{
    if (started)
        return true;
    cvips_copy_line(error->operation, sizeof error->operation, "vips_init");
    cvips_copy_line(error->message, sizeof error->message, "libvips has not been started");
    return false;
}

static bool start(const char *program_name, cvips_error *error)
{
    /* No modules: they cost 21 ms, and each is one more way in. */
    setenv("VIPSHOME", "/nonexistent", 1);
    mallopt(M_TRIM_THRESHOLD, KEPT_MEMORY);
    mallopt(M_MMAP_THRESHOLD, KEPT_MEMORY);
    cvips_catch_messages();
    if (vips_init(program_name) != 0)
        return cvips_fail(error, "vips_init");
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    vips_cache_set_max_files(0);
    block_loaders();
    return true;
}

bool cvips_start(const char *program_name, cvips_error *error)
{
    pthread_mutex_lock(&changing);
    if (!started)
        started = start(program_name, error);
    pthread_mutex_unlock(&changing);
    return started;
}

const char *cvips_version(void)
{
    return vips_version_string();
}

static bool load_heif(cvips_error *error)
{
    Dl_info library;
    if (dladdr((const void *) vips_init, &library) == 0 || library.dli_fname == NULL) {
        vips_error("heifload", "libvips' own directory cannot be found");
        return cvips_fail(error, "heifload");
    }
    char *real_path = realpath(library.dli_fname, NULL);
    char *directory = g_path_get_dirname(real_path != NULL ? real_path : library.dli_fname);
    char *path = g_strdup_printf("%s/vips-modules-%d.%d/vips-heif.so", directory, vips_version(0), vips_version(1));

    /* GModule comes with libvips, but its library is not on our link line. */
    void *(*open_module)(const char *, int) = NULL;
    const char *(*module_error)(void) = NULL;
    *(void **) &open_module = dlsym(RTLD_DEFAULT, "g_module_open");
    *(void **) &module_error = dlsym(RTLD_DEFAULT, "g_module_error");
    if (open_module == NULL || module_error == NULL)
        vips_error("heifload", "GModule is missing");
    else if (open_module(path, 1 /* G_MODULE_BIND_LAZY */) == NULL)
        vips_error("heifload", "%s", module_error());
    g_free(path);
    g_free(directory);
    free(real_path);
    return vips_type_find("VipsForeignLoad", "heifload_buffer") != 0 || cvips_fail(error, "heifload");
}

bool cvips_load_heif(cvips_error *error)
{
    if (has_heif)
        return true;
    pthread_mutex_lock(&changing);
    if (!has_heif && (vips_type_find("VipsForeignLoad", "heifload_buffer") != 0 || load_heif(error))) {
        /* This family alone: blocking all of them again would fail what other threads load meanwhile. */
        vips_operation_block_set("VipsForeignLoadHeif", FALSE);
        has_heif = true;
    }
    pthread_mutex_unlock(&changing);
    return has_heif;
}

bool cvips_can_render_text(void)
{
    VipsImage *image = NULL;
    double average = 0;
    bool rendered = vips_text(&image, "A", "dpi", 72, NULL) == 0 && vips_avg(image, &average, NULL) == 0;
    VIPS_UNREF(image);
    return rendered && average > 0;
}
