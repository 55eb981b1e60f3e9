// The order of categories and the way from a text to its index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/dataset.hpp"
#include "data/schema.hpp"
#include "data/table.hpp"

namespace espalier {

// The different texts in order, and where each of the texts given is among them.
struct RankedTexts {
  std::vector<std::string> categories;
  std::vector<std::uint32_t> ranks;  // per text
};

// As numbers if all are numbers ("2" before "10"; equal numbers such as "1" and "1.0" by bytes), else by bytes.
RankedTexts ranked_categories(std::span<const std::string_view> texts);

using CategoryIndex = std::unordered_map<std::string_view, std::uint32_t>;

// Views into `categories`.
CategoryIndex index_of(const std::vector<std::string>& categories);

// Words of few rows that count as one category: --rare-words.

inline constexpr std::size_t kMostRareRows = 1'000'000'000;

// Parses "5" (all columns of words) or "COL=5"; throws Diagnostic(usage).
SchemaOverrides::RareWords parse_rare_words(std::string_view argument);

// What was asked for each column of the table: the last word about a column wins over a word about all. Throws
// Diagnostic(bad_input) for a name that no column has.
std::vector<std::optional<RareWordsRule>> rare_word_rules(const SchemaOverrides& overrides, const Table& table);

// Notes which categories of a summarised column are rare. Where it was named, throws Diagnostic(usage) for a column of
// numbers, of levels or of declared values; without its name these are left alone.
void find_rare_words(const Table& table, std::size_t column, bool declared, const RareWordsRule& rule,
                     ColumnSummary& summary);

// Merges the rare words into one category behind the others: "other", or "other 2" if that is a word of the column.
void merge_rare_words(const ColumnSummary& summary, FeatureColumn& feature);

}  // namespace espalier
