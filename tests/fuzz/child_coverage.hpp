// What a child process covers counts, too: libFuzzer sees only the counters of its own process.
#pragma once

namespace espalier::fuzz {

// Puts the counters into memory that children share, and lets children end without a report of libFuzzer's. Does
// nothing where there are none, and after the first call.
void share_coverage_with_children();

}  // namespace espalier::fuzz
