#!/bin/bash
# speedup.sh COLLAGE PHOTOS [ROUNDS]: what a second worker brings, beside what a second process brings djpeg.
#
# The photos (JPEGs) are spread over eight folders, by links. In each round djpeg decodes all of them at a quarter of the
# size, one and then two processes at a time, and collage makes its eight collages with one worker and with two.
# Prints the medians of wall time, the two speed-ups, and their ratio: 1 is as good as processes that share nothing.
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,3p' "$0" >&2; exit 64; }
collage=$(realpath "$1")
photos=$(realpath "$2")
rounds=${3:-9}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

number=0
for photo in "$photos"/*.jpg; do
    folder=$scratch/tree/$((number % 8))
    mkdir -p "$folder"
    ln -s "$photo" "$folder/"
    number=$((number + 1))
done
find "$scratch/tree" -name '*.jpg' | sort > "$scratch/list"

# Milliseconds that a command takes.
milliseconds() {
    local start=$EPOCHREALTIME
    "$@"
    local end=$EPOCHREALTIME
    echo $(((${end/[.,]/} - ${start/[.,]/}) / 1000))
}

decode() { xargs -P "$1" -n 1 djpeg -scale 1/4 -outfile /dev/null < "$scratch/list"; }
# Status 3 tells of damaged photos; the work is done all the same.
render() { "$collage" --quiet --force --jobs "$1" --output "$scratch/out" "$scratch/tree" || [ $? = 3 ]; }

for ((round = 0; round <= rounds; round++)); do
    for jobs in 1 2; do
        for work in decode render; do
            took=$(milliseconds "$work" "$jobs")
            # The first round only warms up.
            [ $round = 0 ] || echo "$took" >> "$scratch/$work-$jobs"
        done
    done
done

median() { sort -n "$scratch/$1" | sed -n "$(((rounds + 1) / 2))p"; }
awk -v d1="$(median decode-1)" -v d2="$(median decode-2)" -v c1="$(median render-1)" -v c2="$(median render-2)" 'BEGIN {
    printf "djpeg    %5d ms with one process, %5d ms with two: %.3f times as fast\n", d1, d2, d1 / d2
    printf "collage  %5d ms with one worker,  %5d ms with two: %.3f times as fast\n", c1, c2, c1 / c2
    printf "ratio    %.3f\n", (c1 / c2) / (d1 / d2)
}'
