// What validation found, before it is known whether there is a text to point at. Shared by validate() and read_model().
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "model/model.hpp"

namespace espalier {

class ModelFault : public std::runtime_error {
 public:
  ModelFault(std::string path, const std::string& message) : std::runtime_error(message), path_(std::move(path)) {}
  const std::string& path() const { return path_; }  // "trees[0].nodes[17].children[1]"
  std::string message() const { return path_ + ": " + what(); }

 private:
  std::string path_;
};

// Throw ModelFault at the first broken rule of docs/model-format.md.
void check_model(const Model& model);
void check_tree(const Model& model, const Tree& tree, const std::string& path);  // features and labels are valid

}  // namespace espalier
