// Reading the data that is learned from, and the report about it.
#pragma once

#include <cstddef>
#include <string>

#include "cli/command.hpp"
#include "cli/option_groups.hpp"
#include "data/dataset.hpp"
#include "learn/learn.hpp"
#include "model/model.hpp"

namespace espalier::cli {

inline constexpr std::size_t kColumnsShown = 40;

struct TrainingData {
  Source source;
  Dataset dataset;  // refers to nothing in `source`
};

// Reads the file, says what is in it.
TrainingData read_training_data(const std::string& path, const DataOptions& data, const TargetOption& target,
                                Report& report);

// Reads a file that goes with a model: the data that it was trained with, by the model's own record of it. Rows without
// a target are left out, as in training; another file than that gets a warning.
TrainingData read_data_of(const Model& model, const std::string& path, const DataOptions& data, Warnings& warnings);

// The columns with their kinds and ranges, and the same as JSON; at most `columns_shown` of them are in the text.
void report_data(const Table& table, const Schema& schema, const std::string& target, std::size_t columns_shown,
                 Report& report);

// What is learned from the data: the task, weights.
void report_task(const Dataset& data, Report& report);

// What is learned from the data and how: the task, missing values, weights.
void report_task(const Dataset& data, const LearnOptions& options, Report& report);

}  // namespace espalier::cli
