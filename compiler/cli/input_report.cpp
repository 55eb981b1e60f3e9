#include "cli/input_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluate/tree_walk.hpp"
#include "lower/choose_fields.hpp"
#include "model/interpret.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kInputsShown = 12;
constexpr std::size_t kLinesNamed = 6;

constexpr const char* kHint = "choose a wider or finer type, or accept the loss with --allow-loss";

// The rows of the training data that show what a type does.
class RowFinder {
 public:
  RowFinder(const Model& model, const TrainingData& data) : model_(model), data_(data) {}

  std::string lines_of(const TypeFault& fault, const Field& field) const {
    if (fault.kind == TypeFault::Kind::range) return beyond(field);
    const auto below = with_value(fault, fault.gap.below);
    const auto above = with_value(fault, fault.gap.above);
    if (!below || !above) return "";
    return fmt::format(" (lines {} and {} of {}: {} becomes {}, {} becomes {})", line(*below), line(*above), file(),
                       shortest(fault.gap.below), shortest(nearest_number(field, fault.gap.below)),
                       shortest(fault.gap.above), shortest(nearest_number(field, fault.gap.above)));
  }

  std::optional<std::size_t> first_missing(std::uint32_t feature) const {
    return first_where(feature, [](double value) { return std::isnan(value); });
  }

  std::size_t line(std::size_t row) const { return data_.source.table.where_row(data_.dataset.table_rows[row]).line; }
  std::string file() const { return printable(data_.source.table.name, 400); }

 private:
  std::string beyond(const Field& field) const {
    const auto row = first_where(
        field.feature, [&](double value) { return value < lowest_number(field) || value > highest_number(field); });
    if (!row) return "";
    return fmt::format(" (line {} of {}: {})", line(*row), file(),
                       shortest(data_.dataset.features[field.feature].values[*row]));
  }

  template <typename Is>
  std::optional<std::size_t> first_where(std::uint32_t feature, const Is& is) const {
    const Numbers& values = data_.dataset.features[feature].values;
    const auto found = std::find_if(values.begin(), values.end(), is);
    if (found == values.end()) return std::nullopt;
    return static_cast<std::size_t>(found - values.begin());
  }

  // The first row with this value; rather one that the test is asked about.
  std::optional<std::size_t> with_value(const TypeFault& fault, double value) const {
    const Numbers& values = data_.dataset.features[fault.feature].values;
    std::optional<std::size_t> first;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (values[row] != value) continue;
      if (comes_to(fault.node, row)) return row;
      if (!first) first = row;
    }
    return first;
  }

  bool comes_to(std::uint32_t node, std::size_t row) const {
    const std::vector<Node>& nodes = only_tree(model_).nodes;
    std::vector<double> values;
    fill_row(data_.dataset, row, values);
    std::uint32_t at = 0;
    while (at < node && !nodes[at].is_leaf()) at = nodes[at].children[branch_taken(model_, nodes[at], values)];
    return at == node;
  }

  const Model& model_;
  const TrainingData& data_;
};

bool was_asked_for(const Model& model, const LowerOptions& options, const Field& field) {
  const std::string& name = model.features[field.feature].name;
  return std::any_of(options.input_types.begin(), options.input_types.end(),
                     [&](const InputTypeOverride& wish) { return wish.column == name; });
}

void refuse_missing_bools(const Model& model, const Field& field, const RowFinder& rows) {
  if (field.type != InputType::boolean || can_be_missing(field)) return;
  const auto missing = rows.first_missing(field.feature);
  if (!missing) return;
  throw Diagnostic(
      ExitCode::usage,
      fmt::format("--input-type: bool has no value for a missing one, and column {} has some (line {} of {})",
                  in_quotes(model.features[field.feature].name), rows.line(*missing), rows.file()),
      "choose int8, or let missing values be false with --allow-loss");
}

// The dataset's rows whose answer is another one when each value is what its field holds.
std::vector<std::size_t> changed_rows(const Model& model, const std::vector<Field>& fields, const Dataset& data) {
  const Interpreter interpreter(model);
  std::vector<std::size_t> changed;
  std::vector<double> row;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    fill_row(data, i, row);
    const Prediction before = interpreter.predict(row);
    for (const Field& field : fields) row[field.feature] = nearest_number(field, row[field.feature]);
    const Prediction after = interpreter.predict(row);
    if (after.label != before.label || after.value != before.value) changed.push_back(i);
  }
  return changed;
}

void report_loss(const Model& model, const std::vector<Field>& fields, const TrainingData* data, Report& report) {
  if (data == nullptr) {
    report.text += "loss      unknown: --data FILE, the training data, tells how many rows change their answer\n";
    report.json["loss"] = nullptr;
    return;
  }
  const std::vector<std::size_t> changed = changed_rows(model, fields, data->dataset);
  const RowFinder rows(model, *data);
  std::vector<std::string> named;
  nlohmann::ordered_json lines = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < std::min(changed.size(), kLinesNamed); ++i) {
    lines.push_back(rows.line(changed[i]));
    named.push_back(fmt::format("{}", rows.line(changed[i])));
  }
  if (changed.size() > named.size()) named.push_back(fmt::format("{} more", grouped(changed.size() - named.size())));
  const std::string where =
      named.empty() ? ""
                    : fmt::format(" ({} {})", changed.size() == 1 ? "line" : "lines", enumerate(named, named.size()));
  report.text += fmt::format("loss      {} of {} training rows change their answer{}\n", grouped(changed.size()),
                             grouped(data->dataset.rows()), where);
  report.json["loss"] = {{"rows", data->dataset.rows()}, {"changed", changed.size()}, {"lines", std::move(lines)}};
}

// A wish that has no effect is not passed over in silence.
void warn_of_unread(const Model& model, const std::vector<Field>& fields, const std::vector<InputTypeOverride>& wishes,
                    Report& report) {
  for (const InputTypeOverride& wish : wishes) {
    const auto is_of_column = [&](const Field& field) { return model.features[field.feature].name == wish.column; };
    if (std::any_of(fields.begin(), fields.end(), is_of_column)) continue;
    report.warnings.push_back({fmt::format("--input-type: the tree does not read column {}", in_quotes(wish.column)),
                               "its type matters with --fields all only", std::nullopt, "unread input"});
  }
}

}  // namespace

void report_inputs(const Model& model, const std::vector<Field>& fields, const CompileOptions& options,
                   const TrainingData* data, const CommonOptions& common, Report& report) {
  warn_of_unread(model, fields, options.input_types(), report);
  const std::size_t shown = common.verbose ? fields.size() : std::min(fields.size(), kInputsShown);
  for (std::size_t i = 0; i < shown; ++i) {
    report.text += fmt::format("input     {}: {} ({})\n", printable(model.features[fields[i].feature].name, 40),
                               to_string(fields[i].type), printable(fields[i].reason, 200));
  }
  if (shown < fields.size()) report.text += fmt::format("          ... and {} more\n", fields.size() - shown);
  if (data != nullptr || options.allows_loss()) report_loss(model, fields, data, report);
}

void refuse_losses(const Model& model, const LowerOptions& options, const TrainingData& data) {
  const RowFinder rows(model, data);
  const std::vector<Field> fields = choose_fields(model, options.fields, options.input_types, TypeLoss::allowed);
  const auto faults = first_faults(model, fields);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!was_asked_for(model, options, fields[i])) continue;
    refuse_missing_bools(model, fields[i], rows);
    if (!faults[i] || faults[i]->kind == TypeFault::Kind::unknown) continue;
    refuse_type(model, fields[i], *faults[i], rows.lines_of(*faults[i], fields[i]), kHint);
  }
}

}  // namespace espalier::cli
