// What reports say of decision thresholds: the one of a model, and those of the trees of cross-validation.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "cli/marked_answers.hpp"
#include "learn/learn.hpp"
#include "learn/validation.hpp"

namespace espalier::cli {

// "precision 0.098, recall 0.801, F1 0.174"
std::string precision_text(const std::optional<double>& precision, const std::optional<double>& recall,
                           const std::optional<double>& f1);

// The harmonic mean of precision and recall; none where both are 0 or one is undefined.
std::optional<double> f1_of(const std::optional<double>& precision, const std::optional<double>& recall);

// The threshold that was learned, what it was chosen for and what it does; nothing if none was asked for.
void report_threshold(const Learned& learned, const LearnOptions& options, Report& report);

// Those of the splits' trees: nothing if they have none.
void report_thresholds(const Validation& validation, const std::vector<std::string>& labels,
                       const LearnOptions& options, Report& report);

// The same for pictures.
std::optional<ThresholdRange> threshold_range(const Validation& validation, const LearnOptions& options);

// "0.061", or "0.041 to 0.072" where trees have different ones.
std::string range_text(const ThresholdRange& range);

}  // namespace espalier::cli
