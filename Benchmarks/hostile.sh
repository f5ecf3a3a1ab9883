#!/bin/bash
# hostile.sh: what broken files cost. Measures `collage` on damaged photos of every format beside the sound ones that
# they were made from, in turn, and on headers that claim more pixels than are allowed.
#
#   hostile.sh [COUNT [ROUNDS]]       1500 files, 5 rounds after a warm-up; `make build` before
#
# Prints the medians of wall time, their ratio, the coordinator's peak memory, and CPU and memory for each such header.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
count=${1:-1500} rounds=${2:-5}
bin=$PWD/.build/release
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

"$bin/collage-bench-pixels" photos "$room/sound" --count "$count" --mixed >"$room/log"
"$bin/collage-bench-pixels" photos "$room/hostile" --count "$count" --hostile >"$room/log"

# Runs it once on a folder: seconds of wall time, CPU seconds, and the report in $room/report.
run() {
    local TIMEFORMAT='%R %U %S'
    { time "$bin/collage" --quiet -o "$room/out" --report "$room/report" "$@" >"$room/log" 2>&1 || true; } 2>&1 |
        awk '{ print $1, $2 + $3 }'
}
peak() { grep -o "\"$1\":[0-9]*" "$room/report" | tail -n 1 | awk -F : '{ printf "%.1f MB", $2 / 1e6 }'; }
median() { sort -n | awk '{ all[NR] = $1 } END { print NR % 2 ? all[(NR + 1) / 2] : (all[NR / 2] + all[NR / 2 + 1]) / 2 }'; }

for round in $(seq 0 "$rounds"); do
    for kind in sound hostile; do
        figures=$(run "$room/$kind")
        tiles=$(grep -o '"verdict"' "$room/report" | wc -l)
        [ "$tiles" = "$count" ] || { echo "hostile.sh: $tiles of $count $kind files in the report" >&2; exit 1; }
        [ "$round" = 0 ] || echo "$figures" >>"$room/$kind.times"
        peak coordinator >"$room/$kind.memory"
    done
done
sound=$(cut -d ' ' -f 1 "$room/sound.times" | median) hostile=$(cut -d ' ' -f 1 "$room/hostile.times" | median)
echo "$count files, $rounds rounds: sound $sound s, hostile $hostile s," \
    "ratio $(awk "BEGIN { printf \"%.2f\", $hostile / $sound }")"
echo "coordinator's peak: sound $(cat "$room/sound.memory"), hostile $(cat "$room/hostile.memory")"

# A header, and nothing behind it that could be decoded.
mkdir "$room/text" "$room/png" "$room/jpeg"
bombs=500
for number in $(seq "$bombs"); do
    echo 'no photo at all' >"$room/text/$number.jpg"
    printf '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\x01\x86\xa0\0\x01\x86\xa0\x08\x02\0\0\0\0\0\0\0' >"$room/png/$number.png"
    printf '\xff\xd8\xff\xc0\0\x11\x08\xfd\xe8\xfd\xe8\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xda\0\x0c\x03\x01\0\x02\x11\x03\x11\0\x3f\0abc\xff\xd9' \
        >"$room/jpeg/$number.jpg"
done
for kind in text png jpeg; do
    cpu=$(run --jobs 1 --tile 16x16 "$room/$kind" | cut -d ' ' -f 2)
    refused=$(grep -o '"reason":"[a-z-]*"' "$room/report" | sort | uniq -c | awk '{ print $1, $2 }')
    echo "$kind: $(awk "BEGIN { printf \"%.2f\", 1000 * $cpu / $bombs }") ms of CPU each, all of the run counted;" \
        "largest worker $(peak workers); $refused"
done
