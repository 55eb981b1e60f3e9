// What `espalier prove` tells: each property with its verdict, and what refutes it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "audit/property.hpp"
#include "audit/prove.hpp"
#include "audit/region.hpp"
#include "model/model.hpp"

namespace espalier {

struct ProvenProperty {
  Property property;
  PropertyProof proof;
  std::vector<std::string> answers;  // of the witnesses: "'granted' by rule 3"
};

struct ProofFacts {
  std::string model;  // the file
  Space space;
  bool complete_rows = false;
  std::vector<bool> asked;  // columns that the model asks for: witnesses show these
  std::vector<ProvenProperty> properties;

  std::size_t count(ProofVerdict verdict) const;
};

// What the model answers for a row of the space, in words.
std::string answer_in_words(const Model& model, const Space& space, std::span<const double> row);

// What stands below a verdict: what the figure lies between, and the rows that refute the property. Empty: nothing.
std::string proof_details(const ProofFacts& facts, const ProvenProperty& proven);

std::string to_text(const ProofFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const ProofFacts& facts);

}  // namespace espalier
