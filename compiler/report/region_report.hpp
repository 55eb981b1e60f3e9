// Rows and regions of rows, for people and programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "audit/region.hpp"

namespace espalier {

// "31", "'Bonn'", "missing"; a date's number with the date.
std::string value_text(const Space& space, std::size_t column, double value);
nlohmann::ordered_json value_json(const Space& space, std::size_t column, double value);

// JSON has no infinities: they are texts.
nlohmann::ordered_json number_json(double value);

// "age = 31, town = Bonn": the columns for which `told` is true, or all.
std::string row_text(const Space& space, std::span<const double> row, const std::vector<bool>& told = {});
nlohmann::ordered_json row_json(const Space& space, std::span<const double> row);

// A list with an object per column that is not free: `column`, and `above` or `from`, `upto`, `in`, `missing`.
nlohmann::ordered_json region_json(const Space& space, const Region& region);

// "for every row: whole numbers in 'age' and 'income'; rows without missing values"
std::string domain_text(const Space& space, bool complete_rows);
nlohmann::ordered_json domain_json(const Space& space, bool complete_rows);

}  // namespace espalier
