/* Conversions of 8-bit colours to sRGB by lcms: made once for a profile, used for all its photos. */
#include "internal.h"

#include <lcms2.h>
#include <stdlib.h>

struct cvips_conversion {
    cmsHTRANSFORM transform;
    int bands; /* that go in, alpha included */
    bool alpha;
};

static void note_complaint(cmsContext context, cmsUInt32Number code, const char *text)
{
    (void) context;
    (void) code;
    cvips_note(text);
}

void cvips_catch_colour_messages(void)
{
    cmsSetLogErrorHandler(note_complaint);
}

static cmsColorSpaceSignature signature(cvips_space space)
{
    switch (space) {
    case CVIPS_GREY:
        return cmsSigGrayData;
    case CVIPS_CMYK:
        return cmsSigCmykData;
    default:
        return cmsSigRgbData;
    }
}

static cmsUInt32Number pixel_type(cvips_space space, bool alpha)
{
    cmsUInt32Number extra = EXTRA_SH(alpha ? 1 : 0) | BYTES_SH(1);
    switch (space) {
    case CVIPS_GREY:
        return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | extra;
    case CVIPS_CMYK:
        return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | extra;
    default:
        return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | extra;
    }
}

/* Takes the profile over. */
static cvips_conversion *conversion_from(cmsHPROFILE from, cvips_space space, bool alpha)
{
    if (from == NULL)
        return NULL;
    cmsHPROFILE srgb = cmsCreate_sRGBProfile();
    cmsHTRANSFORM transform = NULL;
    if (srgb != NULL && cmsGetColorSpace(from) == signature(space))
        transform = cmsCreateTransform(
            from, pixel_type(space, alpha), srgb, pixel_type(CVIPS_RGB, alpha), INTENT_RELATIVE_COLORIMETRIC,
            cmsFLAGS_BLACKPOINTCOMPENSATION | (alpha ? cmsFLAGS_COPY_ALPHA : 0));
    if (srgb != NULL)
        cmsCloseProfile(srgb);
    cmsCloseProfile(from);
    if (transform == NULL)
        return NULL;
    cvips_conversion *conversion = g_new0(cvips_conversion, 1);
    conversion->transform = transform;
    conversion->alpha = alpha;
    conversion->bands = (space == CVIPS_GREY ? 1 : space == CVIPS_CMYK ? 4 : 3) + (alpha ? 1 : 0);
    return conversion;
}

cvips_conversion *cvips_conversion_of_profile(const void *profile, size_t length, cvips_space space, bool alpha)
{
    return conversion_from(cmsOpenProfileFromMem(profile, (cmsUInt32Number) length), space, alpha);
}

cvips_conversion *cvips_conversion_of_adobe_rgb(bool alpha)
{
    /* Adobe RGB (1998), 4.3.1: white D65, the primaries, gamma 563/256. */
    cmsCIExyY white = {0.3127, 0.3290, 1};
    cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};
    cmsToneCurve *curve = cmsBuildGamma(NULL, 563.0 / 256);
    if (curve == NULL)
        return NULL;
    cmsToneCurve *curves[] = {curve, curve, curve};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
    cmsFreeToneCurve(curve);
    return conversion_from(profile, CVIPS_RGB, alpha);
}

cvips_conversion *cvips_conversion_of_plain_cmyk(bool alpha)
{
    VipsBlob *blob = NULL;
    if (vips_profile_load("cmyk", &blob, NULL) != 0 || blob == NULL)
        return NULL;
    size_t length;
    const void *profile = vips_blob_get(blob, &length);
    cvips_conversion *conversion = cvips_conversion_of_profile(profile, length, CVIPS_CMYK, alpha);
    vips_area_unref(VIPS_AREA(blob));
    return conversion;
}

void cvips_conversion_free(cvips_conversion *conversion)
{
    if (conversion == NULL)
        return;
    cmsDeleteTransform(conversion->transform);
    g_free(conversion);
}

void cvips_convert(const cvips_conversion *conversion, const void *from, void *to, int count)
{
    cmsDoTransform(conversion->transform, from, to, (cmsUInt32Number) count);
}

int cvips_conversion_bands(const cvips_conversion *conversion)
{
    return conversion->bands;
}

static int convert_rows(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop)
{
    (void) a;
    (void) stop;
    VipsRegion *in = sequence;
    const VipsRect *rows = &out->valid;
    if (vips_region_prepare(in, rows) != 0)
        return -1;
    for (int y = rows->top; y < VIPS_RECT_BOTTOM(rows); y++)
        cvips_convert(
            b, VIPS_REGION_ADDR(in, rows->left, y), VIPS_REGION_ADDR(out, rows->left, y), rows->width);
    return 0;
}

int cvips_convert_image(VipsImage *image, VipsImage **out, const cvips_conversion *conversion)
{
    if (vips_image_get_bands(image) != conversion->bands || vips_image_get_format(image) != VIPS_FORMAT_UCHAR) {
        vips_error("colour", "%d bands where %d are converted", vips_image_get_bands(image), conversion->bands);
        return -1;
    }
    *out = vips_image_new();
    /* Pipelines don't keep what they read from. */
    g_object_ref(image);
    vips_object_local(*out, image);
    if (vips_image_pipelinev(*out, VIPS_DEMAND_STYLE_THINSTRIP, image, NULL) != 0)
        return -1;
    (*out)->Bands = conversion->alpha ? 4 : 3;
    (*out)->Type = VIPS_INTERPRETATION_sRGB;
    return vips_image_generate(
        *out, vips_start_one, convert_rows, vips_stop_one, image, (void *) conversion);
}
