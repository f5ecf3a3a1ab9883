/* Little CMS, the colour engine that libvips uses too, for the C shim CVips only. */
#include <lcms2.h>
