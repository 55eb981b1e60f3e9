// ARFF, Weka's format: attributes are declared before the rows (docs/data.md).
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "data/read_source.hpp"

namespace espalier {

// Throws Diagnostic(bad_input), located. Warns: dates of forms that are not known, which are left out.
Source parse_arff(std::string name, std::string bytes, Encoding encoding, Warnings& warnings);

enum class ArffKind { numeric, nominal, text, date };

struct ArffAttribute {
  std::string name;
  Cell place;  // the name in the source
  ArffKind kind = ArffKind::numeric;
  std::vector<std::string> values;  // nominal: at least one, unique
  std::string pattern{};            // date: as Java writes it; empty: ISO 8601
};

struct ArffHeader {
  std::vector<ArffAttribute> attributes;  // at least one, names unique
  std::size_t rows_begin = 0;             // in the source: the line after @data
  std::deque<std::string> unescaped;      // texts of `attributes` that are not in the source
};

// `table` has its source.
ArffHeader read_arff_header(const Table& table);

// Reads the rows and weights of a table that has the names of its columns.
void read_arff_rows(Table& table, const ArffHeader& header);

}  // namespace espalier
