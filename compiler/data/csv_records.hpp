// The rows of a CSV file held to its number of columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_splitter.hpp"
#include "data/table.hpp"

namespace espalier {

struct CsvForm {
  std::string name;
  char delimiter = ',';
  bool delimiter_given = false;
  bool header = true;
  bool ragged = false;
  std::size_t columns = 0;
};

// A row with too many or too few cells: the first one too many, or where the first missing one should follow.
struct RaggedRow {
  std::size_t offset = 0;
  std::size_t width = 0;
  std::size_t found = 0;  // cells
};

// "expected 3 cells as in the header, found 2"
std::string expectation(const CsvForm& form, std::size_t found);

// Makes the cells of a row of `text` as many as there are columns. Throws Diagnostic(bad_input) if they are not and the
// form does not allow that.
std::optional<RaggedRow> fit_row(const CsvForm& form, std::string_view text, const RowExtent& row,
                                 std::vector<Cell>& cells);

class CsvRecords : public RecordReader {
 public:
  explicit CsvRecords(CsvForm form) : form_(std::move(form)) {}
  std::size_t read(std::string_view text, std::size_t at, Record& record) const override;

 private:
  CsvForm form_;
};

}  // namespace espalier
