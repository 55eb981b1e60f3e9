#include "report/group_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/evaluation_report.hpp"
#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using Json = nlohmann::ordered_json;
using Lines = std::vector<std::vector<std::string>>;

constexpr std::size_t kRatedLabels = 5;  // in the text
constexpr std::size_t kGroupIndent = 2;
constexpr std::size_t kGroupNameShown = 30;

// What stands above a column of figures, or before a gap.
std::string figure_name(GroupFigure figure) {
  switch (figure) {
    case GroupFigure::mean_cost: return "mean cost";
    case GroupFigure::log_loss: return "log loss";
    case GroupFigure::brier: return "Brier";
    case GroupFigure::base_rate: return "base rate";
    case GroupFigure::mean_probability: return "probability";
    case GroupFigure::calibration: return "probability - rate";
    case GroupFigure::selection_rate: return "selection";
    case GroupFigure::false_negative_rate: return "FNR";
    case GroupFigure::false_positive_rate: return "FPR";
    case GroupFigure::auc: return "AUC";
    case GroupFigure::mean_actual: return "mean actual";
    case GroupFigure::mean_answer: return "mean answer";
    default: return std::string(to_string(figure));
  }
}

// Probabilities are told as shares are.
bool in_percent(GroupFigure figure) {
  return is_share(figure) || figure == GroupFigure::mean_probability || figure == GroupFigure::calibration;
}

std::string without_minus_zero(const std::string& text) {
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero && text.starts_with('-') ? text.substr(1) : text;
}

std::string plain_figure(const FigureKey& key, double value) {
  if (in_percent(key.figure)) return without_minus_zero(fixed(100 * value, 1));
  return key.figure < GroupFigure::mean_actual && key.figure != GroupFigure::mean_cost ? share_text(value)
                                                                                       : figure_text(value);
}

// "81.3 (77-85)", "3.142 (2.98 to 3.31)"
std::string with_interval(const FigureKey& key, const Estimate& estimate, double level) {
  if (!estimate.value) return "-";
  const auto interval = interval_of(key.figure, estimate, level);
  std::string value = plain_figure(key, *estimate.value);
  if (!interval) return value;
  if (is_share(key.figure)) {
    return fmt::format("{} ({}-{})", value, fixed(100 * interval->low, 0), fixed(100 * interval->high, 0));
  }
  return fmt::format("{} ({:.3g} to {:.3g})", value, interval->low, interval->high);
}

// Figures that stand in a table without their intervals, so that a line fits the page; the JSON has them.
bool told_alone(GroupFigure figure) {
  switch (figure) {
    case GroupFigure::bias:
    case GroupFigure::rmse: return false;
    default: return !is_share(figure);
  }
}

// What the tables of the text leave out, as two of their columns say it.
bool is_implied(GroupFigure figure) {
  return figure == GroupFigure::false_negative_rate || figure == GroupFigure::calibration;
}

std::vector<const GroupMeasures*> groups_and_all(const GroupComparison& comparison) {
  std::vector<const GroupMeasures*> lines;
  for (const GroupMeasures& group : comparison.groups) lines.push_back(&group);
  lines.push_back(&comparison.all);
  return lines;
}

// The figures of one label, or those of none, a line for each group.
Lines figures_lines(const GroupComparison& comparison, std::optional<std::uint32_t> label, const std::string& caption) {
  Lines lines{{caption}};
  const bool sizes = !label;
  if (sizes) lines[0].insert(lines[0].end(), {comparison.rounds > 1 ? "answers" : "rows", "share"});
  std::vector<std::size_t> keys;
  for (std::size_t i = 0; i < comparison.keys.size(); ++i) {
    const FigureKey& key = comparison.keys[i];
    if (key.label != label || is_implied(key.figure)) continue;
    keys.push_back(i);
    lines[0].push_back(figure_name(key.figure));
  }
  for (const GroupMeasures* group : groups_and_all(comparison)) {
    std::vector<std::string>& line = lines.emplace_back();
    line.push_back(group == &comparison.all ? "all" : group_name(*group));
    if (sizes) line.insert(line.end(), {grouped(group->figures.metrics.rows), fixed(100 * group->share, 1)});
    for (const std::size_t i : keys) {
      const FigureKey& key = comparison.keys[i];
      const Estimate& estimate = group->estimates[i];
      const bool alone = told_alone(key.figure) && estimate.value;
      line.push_back(alone ? plain_figure(key, *estimate.value) : with_interval(key, estimate, comparison.level));
    }
  }
  return lines;
}

std::string label_name(const GroupFacts& facts, std::uint32_t label) {
  return in_quotes(facts.labels[label], kLabelShown);
}

// "7.3 points"
std::string difference_text(const FigureKey& key, double difference) {
  return plain_figure(key, difference) + (in_percent(key.figure) ? " points" : "");
}

std::string gap_interval_text(const FigureKey& key, const std::optional<Interval>& interval) {
  if (!interval) return "-";
  return fmt::format("{} to {}", plain_figure(key, interval->low), plain_figure(key, interval->high));
}

// The labels whose tables are shown, in order.
std::vector<std::uint32_t> rated_labels(const GroupComparison& comparison) {
  std::vector<std::uint32_t> labels;
  for (const FigureKey& key : comparison.keys) {
    if (key.label && (labels.empty() || labels.back() != *key.label)) labels.push_back(*key.label);
  }
  return labels;
}

// The head alone where there are no gaps.
Lines gaps_lines(const GroupFacts& facts, const GroupComparison& comparison, const std::vector<GroupGap>& gaps,
                 const char* caption, const std::vector<std::uint32_t>& shown) {
  Lines lines{{caption, "highest", "lowest", "difference", fmt::format("{:g} % interval", 100 * comparison.level)}};
  const auto add = [&](std::string name, const GroupGap& gap, std::string figure, std::string interval) {
    lines.push_back({std::move(name), group_name(comparison.groups[gap.highest]),
                     group_name(comparison.groups[gap.lowest]), std::move(figure), std::move(interval)});
  };
  for (const GroupGap& gap : gaps) {
    const FigureKey& key = comparison.keys[gap.key];
    if (key.figure == GroupFigure::false_negative_rate) continue;  // that of the recall
    if (key.label && std::find(shown.begin(), shown.end(), *key.label) == shown.end()) continue;
    add(key_name(facts, key), gap, difference_text(key, gap.difference), gap_interval_text(key, gap.interval));
    if (!gap.ratio) continue;
    add("  lowest / highest", gap, share_text(*gap.ratio),
        gap.ratio_interval
            ? fmt::format("{} to {}", share_text(gap.ratio_interval->low), share_text(gap.ratio_interval->high))
            : "-");
  }
  return lines;
}

std::vector<std::string> small_groups_notes(Task task, const GroupComparison& comparison) {
  const bool small = std::any_of(comparison.groups.begin(), comparison.groups.end(),
                                 [](const GroupMeasures& group) { return group.too_small(); });
  if (!small) return {};
  std::vector<std::string> notes = {
      fmt::format("* too small to say anything: fewer than {:g} rows{}", kFewestGroupRows,
                  task == Task::classification
                      ? fmt::format(", or an accuracy whose interval is wider than {:g} points", 100 * kWidestAccuracy)
                      : "")};
  const bool none_left = !comparison.gaps_of_large || comparison.gaps_of_large->empty();
  if (none_left && !comparison.gaps.empty()) notes.push_back("without such groups there are no two to compare");
  return notes;
}

std::string groups_counted(const GroupedBy& by) {
  return fmt::format("{} of {}; {}", counted(by.comparison.groups.size(), "group"),
                     counted(by.comparison.all.rows, "row"),
                     by.learned ? "a column that the trees learned from" : "the trees do not know this column");
}

std::string units_note(const GroupFacts& facts, const GroupComparison& comparison) {
  return fmt::format("{}in parentheses the {:g} % interval{}",
                     facts.task == Task::classification ? "shares in %, " : "", 100 * comparison.level,
                     comparison.weighted ? "; by weight" : "");
}

std::string classes_left_out(std::size_t count) {
  return fmt::format("... and {}: --positive LABEL shows one, --json all",
                     count == 1 ? "1 more class" : fmt::format("{} more classes", count));
}

// The tables of a column, as they stand in text and on the page.
struct ColumnTables {
  Lines figures;
  std::vector<std::pair<std::uint32_t, Lines>> rates;  // label
  Lines gaps;
  Lines gaps_of_large;
  std::size_t left_out = 0;  // labels
};

ColumnTables column_tables(const GroupFacts& facts, const GroupComparison& comparison) {
  ColumnTables tables;
  tables.figures = figures_lines(comparison, std::nullopt, "group");
  std::vector<std::uint32_t> labels = rated_labels(comparison);
  tables.left_out = labels.size() - std::min(labels.size(), kRatedLabels);
  labels.resize(labels.size() - tables.left_out);
  for (const std::uint32_t label : labels) {
    tables.rates.emplace_back(label, figures_lines(comparison, label, label_name(facts, label)));
  }
  tables.gaps = gaps_lines(facts, comparison, comparison.gaps, "largest gap", labels);
  if (comparison.gaps_of_large) {
    tables.gaps_of_large = gaps_lines(facts, comparison, *comparison.gaps_of_large, "without *", labels);
  }
  return tables;
}

std::string comparison_text(const GroupFacts& facts, const GroupedBy& by) {
  const GroupComparison& comparison = by.comparison;
  const ColumnTables tables = column_tables(facts, comparison);
  std::string text = fmt::format("\nby {}: {}\n{}\n", in_quotes(comparison.column, kLabelShown), groups_counted(by),
                                 units_note(facts, comparison));
  text += "\n" + aligned_table(tables.figures, 1, kGroupIndent);
  for (const auto& [label, lines] : tables.rates) text += "\n" + aligned_table(lines, 1, kGroupIndent);
  for (const Lines* gaps : {&tables.gaps, &tables.gaps_of_large}) {
    if (gaps->size() > 1) text += "\n" + aligned_table(*gaps, 3, kGroupIndent);
  }
  if (tables.left_out > 0) text += fmt::format("\n  {}\n", classes_left_out(tables.left_out));
  const std::vector<std::string> notes = small_groups_notes(facts.task, comparison);
  for (std::size_t i = 0; i < notes.size(); ++i) text += fmt::format("{}{}\n", i == 0 ? "\n  " : "    ", notes[i]);
  return text;
}

GroupTable page_table(std::string title, const char* head, const Lines& lines) {
  GroupTable table{std::move(title), lines.front(), {lines.begin() + 1, lines.end()}};
  table.heads.front() = head;
  for (std::size_t i = 1; i < table.rows.size(); ++i) {  // what stands below another one in text
    std::string& name = table.rows[i].front();
    if (name.starts_with("  ")) name = fmt::format("{}: {}", table.rows[i - 1].front(), name.substr(2));
  }
  return table;
}

// "Shares in %."
std::string sentence(std::string text) {
  if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text + ".";
}

void add_interval(const std::optional<Interval>& interval, Json& json) {
  json["low"] = interval ? Json(interval->low) : Json(nullptr);
  json["high"] = interval ? Json(interval->high) : Json(nullptr);
}

Json estimate_json(GroupFigure figure, const Estimate& estimate, double level) {
  Json json = {{"value", or_null(estimate.value)}};
  add_interval(interval_of(figure, estimate, level), json);
  json["effective_rows"] = estimate.rows;
  return json;
}

// The word, number or range; null for missing values.
Json group_json(const RowGroup& group) {
  return group.missing ? Json(nullptr) : Json(group.name);
}

Json measures_json(const GroupFacts& facts, const GroupComparison& comparison, const GroupMeasures& measures) {
  Json json;
  json["rows"] = measures.rows;
  json["answers"] = measures.figures.metrics.rows;
  json["share"] = measures.share;
  json["effective_rows"] = measures.figures.effective_rows;
  Json estimates = Json::object();
  Json rates = Json::array();
  for (std::size_t i = 0; i < comparison.keys.size(); ++i) {
    const FigureKey& key = comparison.keys[i];
    Json estimate = estimate_json(key.figure, measures.estimates[i], comparison.level);
    if (!key.label) {
      estimates[std::string(to_string(key.figure))] = std::move(estimate);
      continue;
    }
    const std::string& label = facts.labels[*key.label];
    if (rates.empty() || rates.back()["label"] != label) rates.push_back({{"label", label}});
    rates.back()[std::string(to_string(key.figure))] = std::move(estimate);
  }
  json["estimates"] = std::move(estimates);
  if (facts.task == Task::classification) json["rates"] = std::move(rates);
  Json figures = {{score_name(facts.task), measures.figures.metrics.score},
                  {"standard_error", measures.figures.metrics.standard_error}};
  add_figure_keys(facts.task, facts.labels, measures.figures, figures);
  json["figures"] = std::move(figures);
  return json;
}

Json group_entry(const GroupFacts& facts, const GroupComparison& comparison, const GroupMeasures& measures) {
  Json json = {{"group", group_json(measures.group)}, {"missing", measures.group.missing}};
  if (measures.group.above || measures.group.at_most) {
    json["above"] = or_null(measures.group.above);
    json["at_most"] = or_null(measures.group.at_most);
  }
  json["too_small"] = measures.too_small();
  json.update(measures_json(facts, comparison, measures));
  return json;
}

Json gaps_json(const GroupFacts& facts, const GroupComparison& comparison, const std::vector<GroupGap>& gaps) {
  Json list = Json::array();
  for (const GroupGap& gap : gaps) {
    const FigureKey& key = comparison.keys[gap.key];
    const auto end = [&](std::size_t group) {
      return Json{{"group", group_json(comparison.groups[group].group)},
                  {"value", or_null(comparison.groups[group].estimates[gap.key].value)}};
    };
    Json json = {{"figure", to_string(key.figure)}};
    if (key.label) json["label"] = facts.labels[*key.label];
    json["highest"] = end(gap.highest);
    json["lowest"] = end(gap.lowest);
    json["difference"] = gap.difference;
    add_interval(gap.interval, json);
    if (key.figure == GroupFigure::selection_rate) {
      Json ratio = {{"value", or_null(gap.ratio)}};
      add_interval(gap.ratio_interval, ratio);
      json["ratio"] = std::move(ratio);
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json grouped_by_json(const GroupFacts& facts, const GroupedBy& by) {
  const GroupComparison& comparison = by.comparison;
  Json json = {{"column", comparison.column}, {"learned", by.learned}, {"level", comparison.level}};
  if (comparison.date) json["unit"] = to_string(comparison.date->unit);
  Json groups = Json::array();
  for (const GroupMeasures& group : comparison.groups) groups.push_back(group_entry(facts, comparison, group));
  json["groups"] = std::move(groups);
  json["all"] = measures_json(facts, comparison, comparison.all);
  json["gaps"] = gaps_json(facts, comparison, comparison.gaps);
  json["gaps_without_small"] = nullptr;
  if (comparison.gaps_of_large) json["gaps_without_small"] = gaps_json(facts, comparison, *comparison.gaps_of_large);
  return json;
}

void warn_of_group(const GroupComparison& comparison, const GroupMeasures& measures, Warnings& warnings) {
  const std::string name = measures.group.missing
                               ? fmt::format("the group without a value of {}", in_quotes(comparison.column))
                               : fmt::format("the group {} of {}", in_quotes(measures.group.name, kGroupNameShown),
                                             in_quotes(comparison.column));
  const double effective = measures.figures.effective_rows;
  const bool fewer = std::abs(effective - static_cast<double>(measures.rows)) > 0.05;
  const std::string rows =
      counted(measures.rows, "row") + (fewer ? fmt::format(" (as of {} of one weight)", fixed(effective, 1)) : "");
  const Interval& interval = measures.figures.interval;
  warnings.push_back({measures.few_rows
                          ? fmt::format("{} has {}: too few to say anything about it", name, rows)
                          : fmt::format("{} has {}: its accuracy is {} to {}, too uncertain to say anything about it",
                                        name, rows, percent(interval.low), percent(interval.high)),
                      "the gaps are told with such groups and without them", std::nullopt, "small groups"});
}

}  // namespace

std::string group_name(const GroupMeasures& measures) {
  return printable(measures.group.name, kGroupNameShown) + (measures.too_small() ? " *" : "");
}

std::string key_name(const GroupFacts& facts, const FigureKey& key) {
  const std::string name = figure_name(key.figure);
  return key.label ? fmt::format("{} of {}", name, label_name(facts, *key.label)) : name;
}

GroupPage group_page(const GroupFacts& facts, const GroupedBy& by) {
  const GroupComparison& comparison = by.comparison;
  const ColumnTables tables = column_tables(facts, comparison);
  GroupPage page;
  page.before = {sentence(groups_counted(by)), sentence(units_note(facts, comparison))};
  page.tables.push_back(page_table("Figures of each group", "group", tables.figures));
  for (const auto& [label, lines] : tables.rates) {
    page.tables.push_back(page_table("Rates of " + label_name(facts, label), "group", lines));
  }
  if (tables.gaps.size() > 1) page.tables.push_back(page_table("The largest gaps", "figure", tables.gaps));
  if (tables.gaps_of_large.size() > 1) {
    page.tables.push_back(page_table("The largest gaps without groups marked *", "figure", tables.gaps_of_large));
  }
  if (tables.left_out > 0) page.after.push_back(sentence(classes_left_out(tables.left_out)));
  for (const std::string& note : small_groups_notes(facts.task, comparison)) page.after.push_back(sentence(note));
  return page;
}

std::string to_text(const GroupFacts& facts) {
  std::string text;
  for (const GroupedBy& by : facts.columns) text += comparison_text(facts, by);
  return text + "\n";
}

nlohmann::ordered_json to_json(const GroupFacts& facts) {
  Json columns = Json::array();
  for (const GroupedBy& by : facts.columns) columns.push_back(grouped_by_json(facts, by));
  return {{"by", std::move(columns)}};
}

void warn_of_groups(const GroupFacts& facts, Warnings& warnings) {
  for (const GroupedBy& by : facts.columns) {
    const GroupComparison& comparison = by.comparison;
    if (comparison.groups.size() == 1) {
      warnings.push_back(
          {fmt::format("all rows are in one group of {}: there is nothing to compare", in_quotes(comparison.column)),
           "", std::nullopt, ""});
    }
    for (const GroupMeasures& group : comparison.groups) {
      if (group.too_small()) warn_of_group(comparison, group, warnings);
    }
  }
}

}  // namespace espalier
