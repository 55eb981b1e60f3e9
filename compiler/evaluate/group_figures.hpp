// Whom a model treats how: figures of groups of rows with their intervals, and how far groups differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/figures.hpp"
#include "evaluate/grouping.hpp"
#include "evaluate/statistics.hpp"
#include "support/enum_names.hpp"

namespace espalier {

// What is measured of each group. Those from base_rate to auc are of one label against all others.
enum class GroupFigure {
  accuracy,
  mean_cost,
  log_loss,
  brier,
  base_rate,            // share of the rows that are of the label
  mean_probability,     // that the model gives it
  calibration,          // mean probability - base rate: above 0, the label is expected too often
  selection_rate,       // share of the rows that are answered with it
  recall,               // share of the label's rows that are answered with it: true positive rate
  false_negative_rate,  // 1 - recall
  false_positive_rate,  // share of the other rows that are answered with it
  precision,            // share of those answered with it that are of it
  auc,
  mean_actual,
  mean_answer,
  bias,  // mean of answer - actual
  rmse,
  mae,
};
template <>
inline constexpr auto kNames<GroupFigure> = enum_names("accuracy", "mean_cost", "log_loss", "brier", "base_rate",
                                                       "mean_probability", "calibration", "selection_rate", "recall",
                                                       "false_negative_rate", "false_positive_rate", "precision", "auc",
                                                       "mean_actual", "mean_answer", "bias", "rmse", "mae");

struct FigureKey {
  GroupFigure figure = GroupFigure::accuracy;
  std::optional<std::uint32_t> label = {};
  friend bool operator==(const FigureKey&, const FigureKey&) = default;
};

// Shares of rows: 0 to 1, told in percent.
bool is_share(GroupFigure figure);

// A figure, and what its interval is made of.
struct Estimate {
  std::optional<double> value;  // none: undefined, as no row counts for it
  double rows = 0;              // effective ones behind it, of one round (of an AUC: of the side that has fewer)
  double standard_error = 0;    // of anything but a share
};

// Wilson's for shares, that of a root mean squared error, z standard errors for others. None for what is undefined, and
// for a mean of fewer than two rows, which says nothing about how rows differ.
std::optional<Interval> interval_of(GroupFigure figure, const Estimate& estimate, double level);

// A group has too few rows to say anything about it with fewer than so many effective ones, or if the interval of its
// accuracy is wider than that.
inline constexpr double kFewestGroupRows = 30;
inline constexpr double kWidestAccuracy = 0.2;

struct GroupMeasures {
  RowGroup group;
  std::size_t rows = 0;             // of the table, each once
  double share = 0;                 // of the weight of all answers
  Figures figures;                  // all that an evaluation of these rows alone would say
  std::vector<Estimate> estimates;  // per key
  bool few_rows = false;
  bool wide_accuracy = false;
  bool too_small() const { return few_rows || wide_accuracy; }
};

// The largest difference of a figure between two groups.
struct GroupGap {
  std::size_t key = 0;
  std::size_t highest = 0;  // of the groups, the first that has it
  std::size_t lowest = 0;
  double difference = 0;             // at least 0
  std::optional<Interval> interval;  // none where one of the two has none
  // Selection rates: lowest / highest, the figure of the four-fifths rule. None if the highest is 0; a ratio of 0 has
  // no interval.
  std::optional<double> ratio;
  std::optional<Interval> ratio_interval;
};

// note [joint level]: the largest of many differences is large by luck. The intervals of a figure's differences are
// therefore made so that with the level asked for all pairs of groups lie within theirs: each of m pairs gets the level
// 1 - (1 - level) / m (Bonferroni). Two groups make one pair, and nothing changes.
struct GroupComparison {
  std::string column;
  std::optional<DateForm> date;
  double level = 0;
  bool weighted = false;
  std::uint32_t rounds = 1;
  std::vector<FigureKey> keys;
  std::vector<GroupMeasures> groups;  // those that have answers
  GroupMeasures all;                  // every answer
  std::vector<GroupGap> gaps;         // between all groups; for the keys that two groups have
  std::optional<std::vector<GroupGap>>
      gaps_of_large;  // between those that are not too small; none if all are, or none is
};

// `table_rows`: per answer, its row of the table that was grouped. `labels`: those whose rates are told.
GroupComparison compare_groups(const Marking& marking, const AnsweredRows& answered,
                               const std::vector<std::size_t>& table_rows, const Grouping& grouping,
                               const std::vector<std::uint32_t>& labels, double level);

// Some of the answers, in that order.
AnsweredRows select_answers(const AnsweredRows& answered, const std::vector<std::size_t>& places);

}  // namespace espalier
