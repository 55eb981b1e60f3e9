// The verdict: what the sums of several trees answer. Each tree adds its leaf's addend (lower/program.hpp); what is
// added, and in what type, is decided here. Sums of whole numbers are whole numbers in emitted code as well: no order,
// compiler or chip gives others, and no label needs floating point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lower/program.hpp"
#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

// Of 8 and 16 bits are only votes: they are counted one by one.
enum class SumType { uint8, uint16, uint32, int32, int64, float32, float64 };
std::string_view to_string(SumType type);  // as C and C++ spell it: "uint16_t", "double"
inline bool is_whole(SumType type) {
  return type < SumType::float32;
}

struct Verdict {
  Combination combination = Combination::vote;
  SumType type = SumType::uint16;  // holds the sums after every tree, whatever leaves are reached
  std::size_t trees = 0;
  std::vector<double> base;  // per sum what it begins with, in units
  int exponent = 0;          // whole: a unit is 2^-exponent
  double largest = 0;        // whole: the largest magnitude that a sum can have, in units
  ScoreLink link = ScoreLink::identity;
  bool one_of_two = false;  // a single score tells two labels apart
};

Verdict make_verdict(const Model& model);

// What the sums are divided by to become means: the number of trees, and for shares in whole numbers their whole.
double divisor_of(const Model& model);

// note [means in floats]
//
// A whole number below 2^24 is a float, and so is a number of trees. Their quotient, rounded to float at once, is what
// the quotient rounded to double and then to float is (53 >= 2 * 24 + 2 bits: Figueroa 1995), and a power of two scales
// it exactly as long as it stays a normal number. So emitted code can do with floats what the interpreter does with
// doubles. Sums that may be larger are divided in doubles.
bool answers_in_floats(const Verdict& verdict);          // whole sums of a regression
bool divides_in_floats(double largest, double divisor);  // probabilities

// What a leaf of the tree adds.
Addend addend_of(const Model& model, const Tree& tree, const Node& leaf);

// The sums as they are before the first tree, and after an addend.
class RunningSums {
 public:
  explicit RunningSums(const Verdict& verdict);  // keeps a reference
  void add(const Addend& addend);
  std::span<const double> sums() const { return sums_; }  // in units; whole numbers are exact

 private:
  const Verdict& verdict_;
  std::vector<double> sums_;
};

// Labels, without floating point where sums are whole; and values.
std::uint32_t label_of(const Verdict& verdict, std::span<const double> sums);
double value_of(const Verdict& verdict, ValueType type, std::span<const double> sums);

}  // namespace espalier
