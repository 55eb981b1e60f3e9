// What `espalier explain` tells about one answer: the tests on its way, what each column contributed, and the nearest
// changes that alter it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/contributions.hpp"
#include "audit/nearest.hpp"
#include "audit/region.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// A test on the way of the row.
struct TakenTest {
  std::uint32_t column = 0;         // of the space
  std::string test;                 // "humidity <= 75"
  std::string outcome;              // what holds: "humidity > 75"
  double value = 0;                 // of the row
  std::optional<double> threshold;  // of numbers
  std::optional<double> distance;   // from the threshold, in units of the column
  std::optional<double> share;      //   and as a share of its training range
  std::string decided_by;  // empty: the value itself; "temperature <= 70 instead", "missing: the larger branch"
};

struct ExplainFacts {
  const Model& model;
  Space space;
  std::vector<double> row;
  Prediction prediction;
  std::vector<TakenTest> tests;  // of a single tree that answers by one leaf
  bool blended = false;          // fractional: several leaves answer together
  Contributions contributions;
  std::string contributions_to;  // "the probability of 'granted'", "the value"
  std::string wanted;            // what the changes lead to: "another label", "'granted'"; empty: not asked for
  ChangeRules rules;
  NearestChanges nearest;
};

// The way of the row, and contributions to its answer.
ExplainFacts explain_facts(const Model& model, Space space, std::vector<double> row);

std::string to_text(const ExplainFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const ExplainFacts& facts);

}  // namespace espalier
