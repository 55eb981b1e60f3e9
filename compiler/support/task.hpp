// What is learned: a class or a number. Both sides of the waist need the word.
#pragma once

namespace espalier {

enum class Task { classification, regression };

}  // namespace espalier
