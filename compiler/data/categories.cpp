#include "data/categories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <unordered_set>
#include <utility>

#include "data/faults.hpp"
#include "data/text_pool.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// The numbers that the texts stand for; nothing if one of them is not a number.
std::vector<double> numbers_of(std::span<const std::string_view> texts) {
  std::vector<double> numbers;
  for (const std::string_view text : texts) {
    const auto number = parse_number(text);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<std::uint32_t> order_of(std::span<const std::string_view> texts) {
  std::vector<std::uint32_t> order = byte_order(texts);
  const std::vector<double> numbers = numbers_of(texts);
  if (!numbers.empty()) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; });
  }
  return order;
}

}  // namespace

RankedTexts ranked_categories(std::span<const std::string_view> texts) {
  RankedTexts ranked;
  ranked.ranks.resize(texts.size());
  ranked.categories.reserve(texts.size());
  for (const std::uint32_t number : order_of(texts)) {
    const bool first = ranked.categories.empty() || ranked.categories.back() != texts[number];
    if (first) ranked.categories.emplace_back(texts[number]);
    ranked.ranks[number] = static_cast<std::uint32_t>(ranked.categories.size() - 1);
  }
  return ranked;
}

CategoryIndex index_of(const std::vector<std::string>& categories) {
  CategoryIndex index;
  index.reserve(categories.size());
  for (std::size_t i = 0; i < categories.size(); ++i) index.emplace(categories[i], static_cast<std::uint32_t>(i));
  return index;
}

namespace {

// "other", unless that is a word that stays: the name must not be taken for it.
std::string name_of_rest(const std::vector<std::string>& categories) {
  const std::unordered_set<std::string_view> taken(categories.begin(), categories.end());
  std::string name = "other";
  for (int n = 2; taken.contains(name); ++n) name = fmt::format("other {}", n);
  return name;
}

[[noreturn]] void refuse_column(const ColumnSummary& summary, std::string_view what, std::string hint) {
  throw Diagnostic(ExitCode::usage,
                   fmt::format("--rare-words is for columns of words, and {} {}", in_quotes(summary.name), what),
                   std::move(hint));
}

void require_words(const ColumnSummary& summary, bool declared) {
  if (summary.kind == ColumnKind::numeric) {
    refuse_column(summary, "holds numbers", "add " + option_text("--categorical", summary.name) + " if they are names");
  }
  if (summary.kind == ColumnKind::ignored) refuse_column(summary, "is ignored", "leave one of the two out");
  if (summary.kind == ColumnKind::ordinal || declared) {
    refuse_column(summary, "has values that were declared", "leave --rare-words out for it");
  }
}

}  // namespace

SchemaOverrides::RareWords parse_rare_words(std::string_view argument) {
  // Names may hold an equals sign; numbers do not.
  const std::size_t equals = argument.rfind('=');
  SchemaOverrides::RareWords rare;
  std::string_view number = argument;
  if (equals != std::string_view::npos) {
    rare.column = trim(argument.substr(0, equals));
    number = trim(argument.substr(equals + 1));
  }
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, rare.fewest);
  const bool named = equals == std::string_view::npos || !rare.column.empty();
  if (error != std::errc() || stop != end || rare.fewest > kMostRareRows || !named) {
    throw Diagnostic(ExitCode::usage,
                     fmt::format("--rare-words {}: expected a number of rows, or COL=NUMBER", in_quotes(argument)),
                     "--rare-words 5 makes one category of the words that have fewer than 5 rows");
  }
  return rare;
}

std::vector<std::optional<RareWordsRule>> rare_word_rules(const SchemaOverrides& overrides, const Table& table) {
  std::vector<std::optional<RareWordsRule>> rules(table.columns());
  for (const auto& said : overrides.rare_words) {
    if (said.column.empty()) std::fill(rules.begin(), rules.end(), RareWordsRule{said.fewest, false});
  }
  for (const auto& said : overrides.rare_words) {
    if (said.column.empty()) continue;
    const auto found = std::find(table.column_names.begin(), table.column_names.end(), said.column);
    if (found == table.column_names.end()) throw no_such_column(table, said.column);
    rules[static_cast<std::size_t>(found - table.column_names.begin())] = RareWordsRule{said.fewest, true};
  }
  return rules;
}

void find_rare_words(const Table& table, std::size_t column, bool declared, const RareWordsRule& rule,
                     ColumnSummary& summary) {
  if (rule.by_name) require_words(summary, declared);
  if (summary.kind != ColumnKind::categorical || declared) return;
  const TableColumn& cells = table.texts(column);
  std::vector<std::size_t> rows(summary.categories.size(), 0);
  for (const std::uint32_t code : cells.codes) {
    const std::uint32_t category = summary.category_of[code];
    if (category != kNoCategory) ++rows[category];
  }
  summary.rare_rule = rule;
  for (std::uint32_t category = 0; category < rows.size(); ++category) {
    if (rows[category] < rule.fewest) summary.rare.push_back(category);
  }
  if (summary.rare.size() < 2) summary.rare.clear();  // a single word is no category of several
}

void merge_rare_words(const ColumnSummary& summary, FeatureColumn& feature) {
  if (summary.rare.empty()) return;
  std::vector<double> new_of(feature.categories.size());
  std::vector<std::string> kept;
  std::vector<std::string> rare;
  const auto rest = static_cast<std::uint32_t>(feature.categories.size() - summary.rare.size());
  auto next_rare = summary.rare.begin();
  for (std::uint32_t category = 0; category < feature.categories.size(); ++category) {
    const bool is_rare = next_rare != summary.rare.end() && *next_rare == category;
    new_of[category] = is_rare ? rest : static_cast<double>(kept.size());
    (is_rare ? rare : kept).push_back(std::move(feature.categories[category]));
    if (is_rare) ++next_rare;
  }
  for (double& value : feature.values) {
    if (!std::isnan(value)) value = new_of[static_cast<std::size_t>(value)];
  }
  kept.push_back(name_of_rest(kept));
  feature.categories = std::move(kept);
  feature.merged = {{rest, std::move(rare)}};
}

}  // namespace espalier
