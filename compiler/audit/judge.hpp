// The judge: what the model answers for a row, and whether an answer is the same to the last bit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lower/blend_program.hpp"
#include "lower/value_type.hpp"
#include "model/blend.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// Functions of a C++ header that must answer as predict() does (templates/cpp/driver.cpp.inja).
enum Way : std::uint32_t { by_batch = 1, by_columns = 2, by_array = 4 };

// What a header, or a lowered program, said about a row. Parts that were not asked for are empty.
struct GivenAnswer {
  std::uint32_t label = 0;           // classification
  double value = 0;                  // regression
  std::uint32_t rule = 0;            // of a single tree
  std::vector<std::uint32_t> rules;  // several trees: of each
  std::optional<std::uint32_t> batch_label;
  std::optional<double> batch_value;
  std::vector<float> probabilities;
  std::optional<BlendedRow> blended;  // the sums behind a blend
  std::optional<float> margin;        // classification
  std::vector<double> sums;           // several trees: what they add up to, in units
  std::uint32_t differing_ways = 0;   // functions that answered otherwise than predict(), as bits of Way
};

class Judge {
 public:
  Judge(const Model& model, ValueType value_type);  // keeps a reference

  // "'Iris-setosa' by rule 3", "23.5 by rule 3"; of several trees "23.5 by rules 3, 1 and 2".
  std::string expected(Row row) const;

  // Whether label (of a regression: value) and rule are those of a leaf of a single tree that answers by itself.
  bool is_answer_of(std::uint32_t leaf, std::uint32_t label, double value, std::uint32_t rule) const;

  // Several trees: what the model answers for sums (in units) that rows need not come to; and whether an answer is
  // that.
  std::string expected_of_sums(std::span<const double> sums) const;
  bool is_verdict(std::span<const double> sums, std::uint32_t label, double value) const;

  // What differs between the answer and the model, in words; empty if nothing does.
  std::string objection(Row row, const GivenAnswer& given) const;

 private:
  std::string answer_text(std::uint32_t label, double value, const std::vector<std::uint32_t>& rules) const;
  std::vector<std::uint32_t> expected_rules(const Prediction& expected) const;
  bool same_value(double expected, double given) const;
  std::string objection_to_margin(const Prediction& expected, float given) const;
  Prediction verdict_on(std::span<const double> sums) const;
  std::string objection_to_sums(const Prediction& expected, const std::vector<double>& given) const;
  std::string objection_to_blend(Row row, const BlendedRow& given) const;

  const Model& model_;
  ValueType value_type_;
  Interpreter interpreter_;
  std::optional<Blender> blender_;
  std::vector<std::uint32_t> rules_;  // of a single tree, per node
};

}  // namespace espalier
