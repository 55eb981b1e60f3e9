// What is left of each field's values on a way through model and program: at least the values that can come here. It
// only shrinks by what a test sends elsewhere, as the interpreter and the program themselves decide it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lower/input_type.hpp"
#include "lower/program.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// The values left of one field. Unknown categories go with the missing values: neither model nor program tells them
// apart.
struct FieldValues {
  double first = 1;  // numbers of the field's type, from `first` to `last`; none: first > last
  double last = 0;
  bool categorical = false;
  std::vector<std::uint32_t> categories;  // those that are left, ascending: a column may have thousands
  bool missing = false;

  friend bool operator==(const FieldValues& a, const FieldValues& b) {
    if (a.missing != b.missing || a.has_known() != b.has_known()) return false;
    return !a.has_known() || (a.categorical ? a.categories == b.categories : a.first == b.first && a.last == b.last);
  }
  bool has_known() const { return categorical ? !categories.empty() : first <= last; }
  bool is_empty() const { return !missing && !has_known(); }
  void keep_no_number() { first = 1, last = 0; }
};

// Branches that values can take: a bit per branch. Branches from 63 on share the last one, but a set of one branch
// knows which.
class BranchSet {
 public:
  void add(std::uint32_t branch) {
    several_ = several_ || (bits_ != 0 && branch != first_);
    if (bits_ == 0) first_ = branch;
    bits_ |= bit(branch);
  }
  void add(const BranchSet& other) {
    if (other.bits_ == 0) return;
    add(other.first_);
    several_ = several_ || other.several_;
    bits_ |= other.bits_;
  }
  bool has(std::uint32_t branch) const { return several_ ? (bits_ & bit(branch)) != 0 : is_only(branch); }
  // Exactly one branch; `branch` gets it.
  bool is_single(std::uint32_t& branch) const;

 private:
  static std::uint64_t bit(std::uint32_t branch) { return std::uint64_t{1} << (branch < 63 ? branch : 63); }
  bool is_only(std::uint32_t branch) const { return bits_ != 0 && branch == first_; }

  std::uint64_t bits_ = 0;
  std::uint32_t first_ = 0;
  bool several_ = false;
};

class ValueBox {
 public:
  // Keeps references. `program` is one of the model's.
  ValueBox(const Model& model, const Program& program);

  // The branches of the node that the values left can take; those of a condition, 0 for yes and 1 for no. Where other
  // fields decide for a missing value, what each of them can answer.
  BranchSet branches(const Node& node) const;
  BranchSet branches(const Condition& condition) const;

  // The branches of the node that the values left can take, one by one and ascending; of a number's or a missing
  // value's perhaps some more.
  std::vector<std::uint32_t> list_branches(const Node& node) const;

  // Whether every row of these values takes the node's first branch exactly if the condition holds (`reversed`: exactly
  // if it does not).
  bool is_same_test(const Node& node, const Condition& condition, bool reversed);

  // Leaves what can take that branch. False: nothing can, and the box is left as it is but for undo().
  bool restrict(const Node& node, std::uint32_t branch);
  bool restrict(const Condition& condition, bool outcome);

  // The number of changes so far, and back to that.
  std::size_t mark() const { return undo_.size(); }
  void undo(std::size_t mark);

 private:
  struct Undo {
    std::uint32_t field;
    double first;
    double last;
    bool missing;
    std::vector<std::uint32_t> removed;  // ascending
  };

  BranchSet branches(const RulePart& part) const;
  BranchSet branches_alone(const Condition& condition) const;
  bool restrict(const RulePart& part, bool outcome);
  bool restrict_alone(const Condition& condition, bool outcome);
  // The same for all of the rule's parts or questions; of those that need not all hold, the box goes by the one that is
  // open, and stays as it is where there are several.
  template <typename Questions, typename Branches, typename Restrict>
  bool restrict_all(const Questions& questions, bool outcome, const Branches& branches, const Restrict& restrict);
  bool is_same_rule(const Node& node, const Condition& condition);
  bool agrees_at_ends(const Node& node, const Condition& condition) const;

  std::uint32_t field_of(std::uint32_t feature) const { return field_of_[feature]; }
  BranchSet branches_if_missing(const Node& node) const;
  BranchSet branches_if_missing(const Condition& condition, std::size_t asked) const;  // after so many fallbacks
  BranchSet known_branches(const Surrogate& surrogate) const;
  BranchSet known_outcomes(const Condition& condition) const;
  template <typename BranchOf>
  bool same_known(std::uint32_t field, const Condition& condition, bool reversed, const BranchOf& branch_of) const;
  bool same_if_missing(const Node& node, const Condition& condition, bool reversed) const;
  template <typename Keep>
  void keep_categories(FieldValues& values, const Keep& keep);
  FieldValues& change(std::uint32_t field);
  void keep_above(std::uint32_t field, double below);
  void keep_known(const Condition& condition, bool outcome, FieldValues& values);

  const Model& model_;
  const Program& program_;
  std::vector<std::uint32_t> field_of_;  // per feature
  std::vector<FieldValues> fields_;
  std::vector<Undo> undo_;
};

}  // namespace espalier
