#include "cli/training_data.hpp"

#include <fmt/format.h>

#include "cli/report.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/recorded_options.hpp"
#include "report/data_report.hpp"
#include "support/text.hpp"

namespace espalier::cli {
TrainingData read_training_data(const std::string& path, const DataOptions& data, const TargetOption& target,
                                Report& report, const SourceVisitor& visit) {
  Source source = data.read(path, report.warnings);
  const Schema schema = data.schema(source, report);
  if (visit) visit(source);
  Dataset dataset = target.dataset(source, schema, report.warnings);
  report.add(DataFacts{source.table, schema, dataset.target}, kColumnsShown);
  return {std::move(source), std::move(dataset)};
}

TrainingData read_data_of(const Model& model, const std::string& path, const DataOptions& data, Warnings& warnings) {
  BindableTable file = data.read_to_bind(path, recorded(model, "weight").value_or(""), warnings);
  Dataset dataset = bind_dataset(file, model, warnings);
  if (dataset.data_sha256 != model.provenance.data_sha256) {
    warnings.push_back({fmt::format("{} is not the file that the model was trained with", printable(path, 400)),
                        "the model's record has the SHA-256 of the training data", std::nullopt, ""});
  }
  return {{std::move(file.table), {}, {}}, std::move(dataset)};
}

}  // namespace espalier::cli
