/* Starts libvips without what a worker does not want, and tells what it can do. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "internal.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Freed memory up to this stays with the process: five to ten times fewer page faults. */
enum { KEPT_MEMORY = 64 << 20 };

static void block_loaders(void)
{
    static const char *const allowed[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng",  "VipsForeignLoadWebp",
        "VipsForeignLoadHeif", "VipsForeignLoadTiff", "VipsForeignLoadNsgif",
    };
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        vips_operation_block_set(allowed[i], FALSE);
}

static bool started = false;

bool cvips_is_started(cvips_error *error)
{
    if (started)
        return true;
    cvips_copy_line(error->operation, sizeof error->operation, "vips_init");
    cvips_copy_line(error->message, sizeof error->message, "libvips has not been started");
    return false;
}

bool cvips_start(const char *program_name, cvips_error *error)
{
    if (started)
        return true;
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
    started = true;
    return true;
}

const char *cvips_version(void)
{
    static char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", vips_version(0), vips_version(1), vips_version(2));
    return text;
}

bool cvips_load_heif(cvips_error *error)
{
    static bool there = false;
    if (there || (there = vips_type_find("VipsForeignLoad", "heifload_buffer") != 0))
        return true;

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

    block_loaders();
    there = vips_type_find("VipsForeignLoad", "heifload_buffer") != 0;
    return there ? true : cvips_fail(error, "heifload");
}

bool cvips_can_render_text(void)
{
    VipsImage *image = NULL;
    double average = 0;
    bool rendered = vips_text(&image, "A", "dpi", 72, NULL) == 0 && vips_avg(image, &average, NULL) == 0;
    VIPS_UNREF(image);
    return rendered && average > 0;
}
