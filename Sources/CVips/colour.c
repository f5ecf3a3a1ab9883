/* Conversions of 8-bit colours to sRGB by lcms: made once for a profile, used for all its photos. */
#include "internal.h"

#include <lcms2.h>

struct cvips_conversion {
    cmsHTRANSFORM transform;
    cmsContext context; /* its own, or NULL */
    int bands; /* that go in, alpha included */
    bool alpha;
};

/* lcms knows spaces by a signature, pixels by a number of its own. */
typedef struct {
    cmsColorSpaceSignature signature;
    cmsUInt32Number pixels;
    int channels;
} known_space;

static const known_space known_spaces[] = {
    [CVIPS_GREY] = {cmsSigGrayData, COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | BYTES_SH(1), 1},
    [CVIPS_RGB] = {cmsSigRgbData, COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | BYTES_SH(1), 3},
    [CVIPS_CMYK] = {cmsSigCmykData, COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | BYTES_SH(1), 4},
};

/* Takes the profile over. */
static cvips_conversion *conversion_from(cmsContext context, cmsHPROFILE from, cvips_space space, bool alpha)
{
    if (from == NULL)
        return NULL;
    const known_space *known = &known_spaces[space];
    cmsUInt32Number extra = EXTRA_SH(alpha ? 1 : 0);
    cmsHPROFILE srgb = cmsCreate_sRGBProfileTHR(context);
    cmsHTRANSFORM transform = NULL;
    if (srgb != NULL && cmsGetColorSpace(from) == known->signature)
        transform = cmsCreateTransformTHR(
            context, from, known->pixels | extra, srgb, known_spaces[CVIPS_RGB].pixels | extra,
            INTENT_RELATIVE_COLORIMETRIC,
            cmsFLAGS_BLACKPOINTCOMPENSATION | (alpha ? cmsFLAGS_COPY_ALPHA : 0));
    if (srgb != NULL)
        cmsCloseProfile(srgb);
    cmsCloseProfile(from);
    if (transform == NULL)
        return NULL;
    cvips_conversion *conversion = g_new0(cvips_conversion, 1);
    conversion->transform = transform;
    conversion->alpha = alpha;
    conversion->bands = known->channels + (alpha ? 1 : 0);
    return conversion;
}

static void take_complaint(cmsContext context, cmsUInt32Number code, const char *text)
{
    (void) code;
    char *complaint = cmsGetContextUserData(context);
    if (complaint != NULL && complaint[0] == 0)
        cvips_copy_line(complaint, CVIPS_TEXT_SIZE, text);
}

cvips_conversion *cvips_conversion_of_profile(
    const void *profile, size_t length, cvips_space space, bool alpha, char *complaint)
{
    complaint[0] = 0;
    /* Libvips has a handler of its own in the context that all share. */
    cmsContext context = cmsCreateContext(NULL, complaint);
    if (context == NULL)
        return NULL;
    cmsSetLogErrorHandlerTHR(context, take_complaint);
    cmsHPROFILE from = cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number) length);
    cvips_conversion *conversion = conversion_from(context, from, space, alpha);
    /* The caller's text does not live as long as the context. */
    cmsSetLogErrorHandlerTHR(context, NULL);
    if (conversion != NULL)
        conversion->context = context;
    else
        cmsDeleteContext(context);
    return conversion;
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
    return conversion_from(NULL, profile, CVIPS_RGB, alpha);
}

cvips_conversion *cvips_conversion_of_plain_cmyk(bool alpha)
{
    VipsBlob *blob = NULL;
    if (vips_profile_load("cmyk", &blob, NULL) != 0 || blob == NULL)
        return NULL;
    size_t length;
    const void *profile = vips_blob_get(blob, &length);
    cmsHPROFILE from = cmsOpenProfileFromMem(profile, (cmsUInt32Number) length);
    cvips_conversion *conversion = conversion_from(NULL, from, CVIPS_CMYK, alpha);
    vips_area_unref(VIPS_AREA(blob));
    return conversion;
}

void cvips_conversion_free(cvips_conversion *conversion)
{
    if (conversion == NULL)
        return;
    cmsDeleteTransform(conversion->transform);
    if (conversion->context != NULL)
        cmsDeleteContext(conversion->context);
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
