// Several learners side by side, each on a test file.
#pragma once

#include <vector>

#include "data/dataset.hpp"
#include "evaluate/bind_dataset.hpp"
#include "learn/compare.hpp"
#include "report/comparison_report.hpp"
#include "support/diagnostic.hpp"

namespace espalier::cli {

// Warns of learners whose options in effect are the same for this data, and of cost matrices that differ, so that there
// are no `costs` by which all learners could be marked.
void warn_of_learners(const std::vector<Learner>& learners, const Costs& costs, Warnings& warnings);

// Each learner learns from all of the data and answers the rows of the test file. Of the facts, those about methods and
// the baseline are left to the caller.
ComparisonFacts compare_on_test(const Dataset& data, std::vector<Learner> learners, const BindableTable& test,
                                const Yardstick& yardstick, const ProgressReport& progress, Warnings& warnings);

}  // namespace espalier::cli
