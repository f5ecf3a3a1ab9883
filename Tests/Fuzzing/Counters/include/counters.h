/* Tells libFuzzer of what it cannot see: the codecs are not instrumented. */
#ifndef FUZZING_COUNTERS_H
#define FUZZING_COUNTERS_H

#include <stdint.h>

/* Counts something that happened with this input; an input with a new one is kept. */
void fuzzing_count(uint64_t place);

#endif
