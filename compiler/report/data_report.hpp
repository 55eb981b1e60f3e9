// What every command tells about the data that it reads: the columns, and what is to be learned from them.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "data/schema.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"

namespace espalier {

// A table and its schema are facts already; `target` is marked among the columns.
struct DataFacts {
  const Table& table;
  const Schema& schema;
  std::string target{};  // empty: none is known
};

// `columns_shown`: the most columns that are listed.
std::string to_text(const DataFacts& facts, std::size_t columns_shown);
nlohmann::ordered_json to_json(const DataFacts& facts);

// The words of each column that has some: "values    town: 'Bonn', 'Jena' and 'Ulm'". The first ten unless `verbose`.
std::string words_text(const Schema& schema, bool verbose);

// What is learned from the data and how.
struct TaskFacts {
  const Dataset& data;
  std::optional<MissingPolicy> missing{};  // none: learners differ in it
  std::vector<MonotoneColumn> monotone{};
};

std::string to_text(const TaskFacts& facts);
nlohmann::ordered_json to_json(const TaskFacts& facts);

// Columns kept in files, so that a limit of memory is respected.
struct MemoryFacts {
  std::size_t limit = 0;   // bytes
  std::size_t mapped = 0;  // bytes
  std::string limit_text;  // as it was given
};

std::string to_text(const MemoryFacts& facts);
nlohmann::ordered_json to_json(const MemoryFacts& facts);

}  // namespace espalier
