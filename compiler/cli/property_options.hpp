// Properties of a model that somebody names: how they are read, and what 'better' means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/property.hpp"
#include "audit/prove.hpp"
#include "cli/command.hpp"
#include "model/model.hpp"
#include "report/proof_report.hpp"

namespace espalier::cli {

class PropertyOptions {
 public:
  void add_to(OptionGroups& options);
  bool given() const { return !properties_.empty() || !file_.empty(); }
  std::vector<std::string> inputs() const { return {file_}; }

  // Proves all of them, `first` before the others. All of them are read before the first is proven.
  ProofFacts prove_all(const Model& model, const std::string& model_path,
                       const std::vector<std::string>& first = {}) const;

 private:
  std::vector<Property> read_properties(const Space& space, const Model& model, const AnswerOrder& order,
                                        const std::vector<std::string>& first) const;
  Property parse_line(std::string_view line, std::size_t number, const Space& space, const Model& model,
                      const AnswerOrder& order) const;
  AnswerOrder parse_order(const Model& model) const;

  std::vector<std::string> properties_;
  std::string file_;
  std::string order_text_;
  std::optional<double> seconds_;
};

}  // namespace espalier::cli
