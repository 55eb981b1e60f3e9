// Reading the data that is learned from.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "cli/command.hpp"
#include "cli/option_groups.hpp"
#include "data/dataset.hpp"
#include "model/model.hpp"

namespace espalier::cli {

inline constexpr std::size_t kColumnsShown = 40;

struct TrainingData {
  Source source;
  Dataset dataset;  // refers to nothing in `source`
};

// Sees a file as it was read: the dataset takes columns out of its table.
using SourceVisitor = std::function<void(const Source& source)>;

// Reads the file, says what is in it.
TrainingData read_training_data(const std::string& path, const DataOptions& data, const TargetOption& target,
                                Report& report, const SourceVisitor& visit = {});

// Reads a file that goes with a model: the data that it was trained with, by the model's own record of it. Rows without
// a target are left out, as in training; another file than that gets a warning.
TrainingData read_data_of(const Model& model, const std::string& path, const DataOptions& data, Warnings& warnings);

}  // namespace espalier::cli
