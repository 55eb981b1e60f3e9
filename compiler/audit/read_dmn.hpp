// A decision table of Espalier's read back and followed, as a reader of DMN 1.3 would: the row all of whose unary tests
// are true. What a cell may hold is what Espalier writes: -, null, words, comparisons, intervals, lists and not().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/judge.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

class DmnFile {
 public:
  // Throws Diagnostic(bad_input), located, for a text that is no such table; the columns are those of the model in the
  // order of the table's inputs.
  DmnFile(std::string_view text, const std::string& name, const Model& model);

  // None if not exactly one row applies.
  std::optional<GivenAnswer> answer(Row row) const;

  struct Test {
    enum class Kind { null, word, interval };
    Kind kind = Kind::null;
    std::uint32_t word = 0;
    std::optional<double> above;  // interval: x > above
    std::optional<double> upto;   // interval: x <= upto
  };
  struct Cell {
    bool any = false;
    bool negated = false;
    std::vector<Test> tests;
  };
  struct Rule {
    std::uint32_t number = 0;
    std::vector<Cell> cells;
    std::uint32_t label = 0;
    double value = 0;
  };

 private:
  bool holds(const Cell& cell, std::uint32_t feature, Row row) const;

  std::vector<std::uint32_t> columns_;  // per input of the table: a feature
  std::vector<Rule> rules_;
};

}  // namespace espalier
