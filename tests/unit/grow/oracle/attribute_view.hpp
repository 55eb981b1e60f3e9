// One attribute at one node: its cases in order of value, grouped by value, and the tallies a search starts from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/choose.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "unit/grow/oracle/tally.hpp"

namespace espalier {

struct ValueCase {
  double value;
  std::uint32_t response;
  double weight;
};

// The cases of one value: [begin, end) of the view's.
struct ValueGroup {
  std::size_t begin;
  std::size_t end;
  bool missing = false;  // the cases without a value, where missing is taken for one
};

struct AttributeView {
  const TrainingSet& training;
  const GrowOptions& options;
  std::uint32_t feature;
  bool missing_counts;             // missing values take part in the search (learned, own-category), and there are some
  std::vector<ValueCase> cases;    // known ones by value
  std::vector<ValueGroup> groups;  // by value; of a nominal attribute, missing ones last if they count
  std::vector<ValueCase> missing;  // cases without a value
  Tally whole;                     // of the cases that take part
  double known_weight;
  double node_weight;
  std::uint64_t key = 0;  // of what is drawn: note [draws] in grow/drawn_columns.hpp

  double value(const ValueGroup& group) const { return cases[group.begin].value + 0.0; }  // +0 for -0
  std::uint32_t code(const ValueGroup& group) const { return static_cast<std::uint32_t>(value(group)); }
  double unknown_weight() const { return missing_counts ? 0 : node_weight - known_weight; }
  std::span<const ValueCase> cases_of(const ValueGroup& group) const {
    return std::span(cases).subspan(group.begin, group.end - group.begin);
  }
};

// Missing values take part, and may join any side or branch.
inline bool joins_missing(const AttributeView& view) {
  return view.missing_counts && view.options.missing == MissingPolicy::learned;
}

// `known` are in order of value; `node` is the tally of both.
AttributeView make_view(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                        std::vector<ValueCase> known, std::vector<ValueCase> missing, const Tally& node);

inline void add_cases(std::span<const ValueCase> cases, Tally& tally) {
  for (const ValueCase& item : cases) tally.add(item.response, item.weight);
}
inline void remove_cases(std::span<const ValueCase> cases, Tally& tally) {
  for (const ValueCase& item : cases) tally.remove(item.response, item.weight);
}

// The candidate with its figures filled in, if it gains anything. `gained` is gain times the weight of the cases that
// take part: divided by the weight of all the node's cases it is the gain times the known share.
std::optional<Candidate> priced(const AttributeView& view, Candidate candidate, double gained,
                                std::span<const double> branch_weights);

// The best test on the values of an attribute that are told apart one by one, of the kind that the options ask for.
// Nothing if no test leaves enough weight in its branches and gains anything.
std::optional<Candidate> best_category_test(const AttributeView& view);  // category_search.cpp

// The best test of each kind. Among tests of equal gain the one with the lowest category code is taken.
std::optional<Candidate> best_equal(const AttributeView& view, double least_word);  // category_search.cpp
std::optional<Candidate> best_subset(const AttributeView& view);                    // subset_search.cpp
std::optional<Candidate> multiway_test(const AttributeView& view);                  // category_search.cpp
std::optional<Candidate> grouped_test(const AttributeView& view);                   // value_groups.cpp

}  // namespace espalier
