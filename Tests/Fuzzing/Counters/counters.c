/* Counters of our own beside those that the compiler puts into the code: libFuzzer finds them by their section. */
#include "counters.h"

__attribute__((used, section("__libfuzzer_extra_counters"))) static uint8_t counters[1 << 14];

void fuzzing_count(uint64_t place)
{
    uint8_t *counter = &counters[place % sizeof counters];
    if (*counter < UINT8_MAX)
        ++*counter;
}
