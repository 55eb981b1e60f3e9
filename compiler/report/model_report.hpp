// What `espalier inspect` tells of a model: all that there is.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "model/model.hpp"
#include "report/importance_report.hpp"
#include "report/tree_report.hpp"

namespace espalier {

// A model is a collection of facts already: these are the ones that have to be worked out.
struct ModelFacts {
  const Model& model;
  TreeSize size;
  std::optional<PurityFacts> purity;  // of a single tree
};

ModelFacts model_facts(const Model& model);

// `verbose`: whole trees with their surrogates, all words.
std::string to_text(const ModelFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const ModelFacts& facts);

}  // namespace espalier
