/* libjpeg-turbo, for the C target CCodecs only. */
#include <stdio.h>

#include <jpeglib.h>
