// A PMML file of Espalier's read back and followed, as a reader of PMML 4.4 would: predicates with three values, the
// first child whose predicate is true, segments combined. What the file may hold is what Espalier writes.
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

class PmmlFile {
 public:
  // Throws Diagnostic(bad_input), located, for a text that is no such file; fields are looked up in the model.
  PmmlFile(std::string_view text, const std::string& name, const Model& model);

  // None if there is no prediction.
  std::optional<GivenAnswer> answer(Row row) const;

  enum class Truth { no, yes, unknown };
  enum class Op { constant, missing, known, at_most, above, in, not_in, all, any, surrogate };
  struct Predicate {
    Op op = Op::constant;
    bool holds = false;         // constant
    std::uint32_t feature = 0;  // of the model
    double number = 0;          // at_most, above
    std::vector<bool> words;    // in, not_in: per category
    std::vector<Predicate> parts;
  };
  struct Node {
    Predicate predicate;
    std::vector<std::uint32_t> children;
    std::uint32_t rule = 0;  // 0: none
    std::uint32_t label = 0;
    double value = 0;
    std::vector<float> probabilities;
  };
  struct Field {
    bool active = false;
    bool invalid_is_missing = false;
    std::vector<bool> valid;  // per category
  };
  struct Segment {
    bool is_tree = true;
    double weight = 1;
    std::vector<Node> nodes;
  };

 private:
  bool is_missing(std::uint32_t feature, Row row) const;
  bool is_invalid(std::uint32_t feature, Row row) const;
  Truth truth(const Predicate& predicate, Row row) const;
  const Node* leaf(const Segment& segment, Row row) const;
  std::optional<GivenAnswer> combined(Row row) const;

  bool regression_ = false;
  std::size_t labels_ = 0;
  std::string method_;         // empty: a single tree
  std::vector<Field> fields_;  // per feature of the model
  std::vector<Segment> segments_;
};

}  // namespace espalier
