// Columns that alone give the target away.
#pragma once

#include "data/dataset.hpp"
#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// Warns of every feature that predicts the target almost perfectly by itself: it may say what is known only when the
// answer is. docs/data.md has the rule.
//
// Classes: one cut of the numbers, or a class for each value that at least 5 rows have, is right for 99 % of the rows
// and makes at most a tenth of the errors of always answering the most frequent class. Numbers: a straight line
// explains 99.9 % of the variance. Needs 50 rows. Nothing is said if more than three columns, or more than half of
// them, are so good: then the problem is that easy.
void warn_of_leaks(const Table& table, const Dataset& data, Warnings& warnings);

}  // namespace espalier
