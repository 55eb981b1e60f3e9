// What every fuzz target has: a function of one input, and what counts as a finding.
//
// A target is a file <name>_target.cpp that defines check_input(). It may throw Diagnostic, the documented way of
// refusing something, and std::bad_alloc. Any other exception, a sanitizer's report, a crash, a hang and a broken
// require() are findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"
#include "support/random.hpp"

namespace espalier::fuzz {

// Of the target.
void check_input(std::string_view input);

// check_input(), with what is thrown judged.
void check_one(std::string_view input);

// Prints what is wrong and ends the process.
[[noreturn]] void report_finding(const std::string& what);
inline void require(bool holds, const char* what) {
  if (!holds) report_finding(what);
}

// Messages are never empty and never command a terminal.
void require_presentable(const Diagnostic& diagnostic);
void require_presentable(const Warnings& warnings);

// Choices that depend on the input alone: inputs are plain files of their format, without room for options.
RandomEngine choices_of(std::string_view input);

// A directory for files that only a path can name; the same for all inputs.
const std::string& workspace();

// The parts of an input that stands for several files, divided by lines "%%"; `count` of them, empty ones at the end.
std::vector<std::string_view> parts_of(std::string_view input, std::size_t count);

}  // namespace espalier::fuzz
