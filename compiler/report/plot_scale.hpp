// Axes of a picture: where a value lies, and the round values that are written beside it.
#pragma once

#include <string>
#include <vector>

namespace espalier {

struct Tick {
  double value = 0;
  std::string text;  // empty: a small mark between those that have one
};

// From values to places; `from` may lie beyond `to`. On a logarithmic scale values are above 0.
struct Axis {
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;
  bool logarithmic = false;

  double at(double value) const;
};

// Round values from `low` to `high` in steps of 1, 2 or 5 times a power of ten, about `wanted` of them.
std::vector<Tick> linear_ticks(double low, double high, std::size_t wanted);

// The same in steps of whole numbers, and `low`, which is one.
std::vector<Tick> whole_ticks(double low, double high, std::size_t wanted);

// Powers of ten, every so many that there are at most `most`, with small marks between them; over few decades
// 1, 2 and 5 times powers of ten; where these are fewer than three, linear ticks.
std::vector<Tick> log_ticks(double low, double high, std::size_t most);

// A figure in three digits that count, without those that are 0: "0.05", "1200", "2e-7".
std::string axis_number(double value);

}  // namespace espalier
