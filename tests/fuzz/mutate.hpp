// Inputs made of others: what the replay tries beside the seeds, and what libFuzzer is given beside its own ways.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/random.hpp"

namespace espalier::fuzz {

// The tokens of a dictionary in libFuzzer's form: lines "token" or name="token", with \\, \" and \xNN. Throws
// std::runtime_error for a line that is none.
std::vector<std::string> parse_dictionary(std::string_view text);

// The text with one change that keeps most of its structure: a token is replaced, dropped, repeated or swapped, a
// number becomes another one, a stretch is copied or deleted, a byte is changed. `tokens` and `others` may be empty.
std::string mutated(std::string text, const std::vector<std::string>& tokens, const std::vector<std::string>& others,
                    RandomEngine& engine);

}  // namespace espalier::fuzz
