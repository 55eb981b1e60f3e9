// Columns of the input that are copied to an output, in front of what is new.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "data/table.hpp"

namespace espalier::cli {

class KeepOption {
 public:
  void add_to(OptionGroups& options);
  bool all() const;  // --keep without a column
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

// The kept cells of a table, as they are written.
class KeptColumns {
 public:
  // Throws Diagnostic(bad_input) for a column that the table does not have, and for one with a name in `taken`.
  KeptColumns(const Table& table, const KeepOption& option, const std::vector<std::string>& taken);

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

}  // namespace espalier::cli
