#include "cli/group_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/option_values.hpp"
#include "report/figure_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {

void GroupOptions::add_to(OptionGroups& options) {
  options.group("Options").add_options()  //
      ("by", list(&texts_, "COL"),
       "also figures of each group of rows, and the gaps between groups: by the words of a column or by its numbers, "
       "quarters of the rows if these are many; COL:25,40,60 cuts by hand. The column may be one that --ignore keeps "
       "from the trees; may be repeated")  //
      ("positive", text(&positive_, "LABEL"),
       "with --by: the class whose rates are told; by default of two classes that of --threshold-for or the rarer one, "
       "of more all");
}

void GroupOptions::check() const {
  if (!positive_.empty() && !asked()) usage("--positive goes with --by", "add --by COL");
}

GroupOptions::Columns GroupOptions::read(const Source& source, const DataOptions& data) const {
  Columns columns;
  std::vector<std::size_t> seen;
  for (const std::string& text : texts_) {
    const GroupedColumn asked = find_grouped_column(source.table, text);
    if (std::find(seen.begin(), seen.end(), asked.column) != seen.end()) {
      usage(fmt::format("--by names column {} twice", in_quotes(source.table.column_names[asked.column])),
            "each column is grouped by in one way");
    }
    seen.push_back(asked.column);
    Column& column = columns.emplace_back();
    column.values = data.column(source, asked.column);
    column.cuts = read_cuts(column.values, asked.cuts);
  }
  return columns;
}

void GroupOptions::refuse_roles(const Columns& columns, const Dataset& data) const {
  for (const Column& column : columns) {
    const std::string& name = column.values.name;
    if (name == data.target) {
      usage(fmt::format("--by {} names the target", in_quotes(name)),
            "groups are made by what is known before the answer; the report has the figures of each class already");
    }
    if (name == data.weight_column) {
      usage(fmt::format("--by {} names the column of the weights", in_quotes(name)),
            "it says how much rows count, not what they are; a copy of it under another name can be grouped by");
    }
  }
}

std::vector<Grouping> GroupOptions::groupings(const Columns& columns, const Dataset& rows, Warnings& warnings) const {
  refuse_roles(columns, rows);
  std::vector<Grouping> groupings;
  for (const Column& column : columns) {
    groupings.push_back(group_rows(column.values, rows.table_rows, column.cuts, warnings));
  }
  return groupings;
}

void GroupOptions::check_labels(const Dataset& data) const {
  if (positive_.empty()) return;
  if (data.task == Task::regression) {
    usage(fmt::format("--positive is for classes, and the target {} holds numbers", in_quotes(data.target)),
          "leave it out, or add --task classification");
  }
  if (std::find(data.labels.begin(), data.labels.end(), positive_) != data.labels.end()) return;
  const std::string near = did_you_mean(positive_, data.labels);
  usage(fmt::format("--positive {}: there is no such class", in_quotes(positive_)),
        near.empty() ? fmt::format("the classes are {}", quoted_words(data.labels, kWordsShown)) : near);
}

std::vector<std::uint32_t> GroupOptions::rated(const EvaluationFacts& evaluation) const {
  const std::vector<std::string>& labels = evaluation.labels;
  if (evaluation.task == Task::regression) return {};
  if (!positive_.empty()) {
    const auto found = std::find(labels.begin(), labels.end(), positive_);
    return {static_cast<std::uint32_t>(found - labels.begin())};
  }
  if (labels.size() == 2) return {sought_of_two(evaluation)};
  std::vector<std::uint32_t> all(labels.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

GroupFacts GroupOptions::facts(const std::vector<Grouping>& groupings, const Dataset& learned_from,
                               const Marking& marking, const EvaluationFacts& evaluation,
                               const EvaluatedRows& rows) const {
  GroupFacts facts;
  facts.task = evaluation.task;
  facts.labels = evaluation.labels;
  for (const Grouping& grouping : groupings) {
    GroupedBy& by = facts.columns.emplace_back();
    by.comparison =
        compare_groups(marking, rows.answered, rows.table_rows, grouping, rated(evaluation), evaluation.figures.level);
    by.learned = std::any_of(learned_from.features.begin(), learned_from.features.end(),
                             [&](const FeatureColumn& feature) { return feature.name == grouping.column; });
  }
  return facts;
}

}  // namespace espalier::cli
