#!/bin/sh
# floor.sh FOLDER: decodes the JPEGs of a folder at quarter size, and throws the pixels away.
#
# What it measures: the time that libjpeg-turbo alone takes to decode the same photos at quarter size, one
# `djpeg` for each photo, one at a time on each core. That is a floor for any tool that does not read the
# previews that cameras embed: who scales, composes and encodes as well can only be slower, unless it
# decodes less. Files right in the folder count, symbolic links don't. Fails if there is no photo.
set -eu

if [ $# -ne 1 ] || [ ! -d "$1" ]; then
    echo "usage: floor.sh FOLDER" >&2
    exit 64
fi
case $1 in
-*) folder=./$1 ;;
*) folder=$1 ;;
esac

find "$folder" -maxdepth 1 -type f \( -iname '*.jpg' -o -iname '*.jpeg' \) -print0 |
    xargs -0 -P"$(nproc)" -n1 djpeg -scale 1/4 -outfile /dev/null
