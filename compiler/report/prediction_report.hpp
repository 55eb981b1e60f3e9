// What `espalier predict` tells and writes: answers, beside columns of the input.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/table.hpp"
#include "evaluate/tree_walk.hpp"
#include "model/model.hpp"

namespace espalier {

// Columns of the input that are copied to the output, in front of what is new, as they are written.
class KeptColumns {
 public:
  // `columns`: positions in the table. Throws Diagnostic(bad_input) for a name that the answers have.
  KeptColumns(const Table& table, const std::vector<std::size_t>& columns, const Model& model);

  std::string header() const;                // CSV, with a comma after each name
  std::string cells(std::size_t row) const;  // likewise
  nlohmann::ordered_json json(std::size_t row) const;
  bool empty() const { return columns_.empty(); }

 private:
  struct Column {
    std::string name;
    const TableColumn* cells;
    std::vector<std::string> written;  // per code
  };
  std::vector<Column> columns_;
};

struct PredictionFacts {
  const Model& model;
  const RowAnswers& answers;
  std::size_t marked_rows = 0;          // whose target is known
  std::optional<double> score{};        // of the answers for these
  const KeptColumns* listed = nullptr;  // the answers themselves are told, beside these columns
};

// The target column may be in the table: then the answers are marked.
PredictionFacts prediction_facts(const Model& model, const RowAnswers& answers, const Table& table,
                                 const std::vector<std::string>& missing_tokens);

// `verbose`: also how often each label was answered, or the range of the numbers.
std::string to_text(const PredictionFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const PredictionFacts& facts);

// A line for each row: the columns that are kept, the answer, its rule and probabilities.
std::string answers_csv(const Model& model, const RowAnswers& answers, const KeptColumns& kept);

}  // namespace espalier
