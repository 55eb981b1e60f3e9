#include "audit/region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "model/tree_facts.hpp"
#include "model/words.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kNameCharactersShown = 60;
constexpr std::size_t kWordsOfRegionShown = 12;

// The feature with a category for each of its words.
Feature column_of(const Feature& feature) {
  Feature column = feature;
  column.cuts.clear();
  column.categories.clear();
  column.merged.clear();
  for (std::uint32_t category = 0; category < feature.categories.size(); ++category) {
    for (std::string& word : words_of(feature, category)) column.categories.push_back(std::move(word));
  }
  return column;
}

void add_words(Feature& column, const Feature& feature) {
  std::unordered_map<std::string_view, std::uint32_t> known = category_of_words(column);
  std::vector<std::string> more;
  for (std::string& word : column_of(feature).categories) {
    if (!known.contains(word)) more.push_back(std::move(word));
  }
  column.categories.insert(column.categories.end(), std::make_move_iterator(more.begin()),
                           std::make_move_iterator(more.end()));
}

[[noreturn]] void refuse_column(const Feature& column, const std::string& why) {
  throw Diagnostic(ExitCode::bad_input, fmt::format("column {} {}", in_quotes(column.name), why),
                   "models can only be compared where their columns mean the same");
}

void merge(Feature& column, const Feature& other) {
  if (column.kind != other.kind) refuse_column(column, "has numbers in one model and words in the other");
  if (column.date != other.date) refuse_column(column, "has dates that the two models read differently");
  column.integer = column.integer && other.integer;
  column.minimum = std::min(column.minimum, other.minimum);
  column.maximum = std::max(column.maximum, other.maximum);
  if (column.kind == FeatureKind::categorical) add_words(column, other);
}

}  // namespace

std::vector<double> ModelView::row_of(std::span<const double> row) const {
  std::vector<double> own(column.size());
  for (std::size_t feature = 0; feature < column.size(); ++feature) {
    const double value = row[column[feature]];
    own[feature] = value;
    if (model->features[feature].kind != FeatureKind::categorical || std::isnan(value)) continue;
    const bool is_word = value >= 0 && value < static_cast<double>(category[feature].size());
    const std::uint32_t known = is_word ? category[feature][static_cast<std::size_t>(value)] : kNotKnown;
    own[feature] = known == kNotKnown ? kUnknownCategory : known;
  }
  return own;
}

Space space_of(const Model& model) {
  Space space;
  for (const Feature& feature : model.features) space.columns.push_back(column_of(feature));
  return space;
}

Space joint_space(const Model& first, const Model& second) {
  Space space = space_of(first);
  for (const Feature& feature : second.features) {
    const auto same = std::ranges::find(space.columns, feature.name, &Feature::name);
    if (same == space.columns.end()) {
      space.columns.push_back(column_of(feature));
    } else {
      merge(*same, feature);
    }
  }
  return space;
}

ModelView view_of(const Space& space, const Model& model) {
  ModelView view;
  view.model = &model;
  for (const Feature& feature : model.features) {
    const auto found = std::ranges::find(space.columns, feature.name, &Feature::name);
    view.column.push_back(static_cast<std::uint32_t>(found - space.columns.begin()));
    std::vector<std::uint32_t>& categories = view.category.emplace_back();
    if (feature.kind != FeatureKind::categorical) continue;
    const auto known = category_of_words(feature);
    for (const std::string& word : found->categories) {
      const auto category = known.find(word);
      categories.push_back(category == known.end() ? ModelView::kNotKnown : category->second);
    }
  }
  return view;
}

// ---- sets of words

WordSet::WordSet(std::size_t words, bool full) : bits_((words + 63) / 64, 0), words_(words) {
  for (std::uint32_t word = 0; full && word < words; ++word) add(word);
}

void WordSet::add(std::uint32_t word) {
  if (has(word)) return;
  bits_[word / 64] |= std::uint64_t{1} << (word % 64);
  ++count_;
}

void WordSet::remove(std::uint32_t word) {
  if (!has(word)) return;
  bits_[word / 64] &= ~(std::uint64_t{1} << (word % 64));
  --count_;
}

std::vector<std::uint32_t> WordSet::list() const {
  std::vector<std::uint32_t> list;
  list.reserve(count_);
  for (std::uint32_t block = 0; block < bits_.size(); ++block) {
    for (std::uint64_t rest = bits_[block]; rest != 0; rest &= rest - 1) {
      list.push_back(64 * block + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
  return list;
}

// ---- sets of values

bool ColumnValues::holds(double value) const {
  if (std::isnan(value)) return missing;
  if (!categorical) return first <= value && value <= last;
  const bool is_word = value >= 0 && value < static_cast<double>(words.words());
  return is_word ? words.has(static_cast<std::uint32_t>(value)) : missing;
}

void ColumnValues::keep_no_known() {
  first = 1;
  last = 0;
  if (categorical) words = WordSet(words.words(), false);
}

ColumnValues all_values(const Space& space, std::size_t column) {
  ColumnValues values;
  values.missing = true;
  values.categorical = space.columns[column].kind == FeatureKind::categorical;
  if (values.categorical) {
    values.words = WordSet(space.columns[column].categories.size(), true);
  } else {
    values.first = -kUnbounded;
    values.last = kUnbounded;
  }
  return values;
}

Region everything(const Space& space) {
  Region region;
  for (std::size_t column = 0; column < space.columns.size(); ++column) region.push_back(all_values(space, column));
  return region;
}

void keep_common(ColumnValues& values, const ColumnValues& other) {
  values.first = std::max(values.first, other.first);
  values.last = std::min(values.last, other.last);
  values.missing = values.missing && other.missing;
  for (const std::uint32_t word : values.words.list()) {
    if (!other.words.has(word)) values.words.remove(word);
  }
}

void remove_missing(Region& region) {
  for (ColumnValues& values : region) values.missing = false;
}

Region rows_asked_about(const Space& space, bool complete_rows) {
  Region region = everything(space);
  if (complete_rows) remove_missing(region);
  return region;
}

bool is_empty(const Region& region) {
  return std::ranges::any_of(region, [](const ColumnValues& values) { return values.is_empty(); });
}

bool holds(const Region& region, std::span<const double> row) {
  for (std::size_t column = 0; column < region.size(); ++column) {
    if (!region[column].holds(row[column])) return false;
  }
  return true;
}

void keep_upto(ColumnValues& values, double threshold, bool whole) {
  values.last = std::min(values.last, whole ? std::floor(threshold) : threshold);
}

// From 2^53 on all numbers are whole, and the next one is further away than 1.
void keep_above(ColumnValues& values, double threshold, bool whole) {
  if (threshold >= values.last) {
    values.first = 1;
    values.last = 0;
    return;
  }
  double next = std::nextafter(threshold, kUnbounded);
  if (whole) next = std::max(std::ceil(next), std::isfinite(threshold) ? std::floor(threshold) + 1 : next);
  values.first = std::max(values.first, next);
}

// ---- a row for people

namespace {

// The number with the fewest digits between two; both included.
double short_number(double first, double last) {
  if (first <= 0 && last >= 0) return 0;
  if (last < 0) return -short_number(-last, -first);
  if (std::isinf(last)) last = std::max(2 * first, first + 1);
  if (!std::isfinite(last) || first == last) return first;
  const double middle = first + (last - first) / 2;
  for (int digits = 1; digits <= 16; ++digits) {
    const auto rounded = parse_number(fmt::format("{:.{}g}", middle, digits));
    if (rounded && first <= *rounded && *rounded <= last) return *rounded;
  }
  return first;
}

double number_of(const Feature& column, const ColumnValues& values, bool whole) {
  // Within the training range, if some of it is left.
  double first = std::max(values.first, column.minimum);
  double last = std::min(values.last, column.maximum);
  if (first > last) first = values.first, last = values.last;
  if (!whole) return short_number(first, last);
  const double chosen = std::ceil(short_number(std::ceil(first), last));
  return values.holds(chosen) ? chosen : values.first;
}

}  // namespace

std::vector<double> witness(const Space& space, const Region& region, std::span<const double> near) {
  std::vector<double> row;
  for (std::size_t column = 0; column < region.size(); ++column) {
    const ColumnValues& values = region[column];
    if (!near.empty() && values.holds(near[column])) {
      row.push_back(near[column]);
    } else if (!values.has_known()) {
      row.push_back(kMissing);
    } else if (values.categorical) {
      row.push_back(values.words.list().front());
    } else {
      row.push_back(number_of(space.columns[column], values, space.is_whole(column)));
    }
  }
  return row;
}

// ---- a region for people

namespace {

std::string braced_words(const Feature& column, const std::vector<std::uint32_t>& words) {
  std::vector<std::string> shown;
  for (const std::uint32_t word : words) {
    if (shown.size() == kWordsOfRegionShown) {
      shown.push_back(fmt::format("{} more", words.size() - kWordsOfRegionShown));
      break;
    }
    shown.push_back(printable(column.categories[word], kNameCharactersShown));
  }
  return fmt::format("{{{}}}", fmt::join(shown, ", "));
}

std::string words_condition(const std::string& name, const Feature& column, const ColumnValues& values) {
  const std::size_t all = values.words.words();
  if (values.words.count() == all) return "";
  const bool negative = 2 * values.words.count() > all;
  std::vector<std::uint32_t> told = values.words.list();
  if (negative) {
    WordSet others(all, true);
    for (const std::uint32_t word : told) others.remove(word);
    told = others.list();
  }
  if (told.size() > 1) return fmt::format("{} {} {}", name, negative ? "not in" : "in", braced_words(column, told));
  return fmt::format("{} {} {}", name, negative ? "!=" : "=",
                     printable(column.categories[told.front()], kNameCharactersShown));
}

// Where a range begins: tests are written `x > 2.45`, and a region holds what is above. The shorter of the two says it.
struct Beginning {
  bool included;
  double number;
};
Beginning beginning_of(double first, bool whole) {
  const double before = std::nextafter(first, -kUnbounded);
  const bool included = whole || !std::isfinite(before) || shortest(first).size() <= shortest(before).size();
  return {included, included ? first : before};
}

std::string range_condition(const std::string& name, const Feature& column, const ColumnValues& values) {
  const bool from = !std::isinf(values.first);
  const bool upto = !std::isinf(values.last);
  if (from && upto && values.first == values.last)
    return fmt::format("{} = {}", name, value_text(column, values.first));
  const std::string last = upto ? value_text(column, values.last) : "";
  if (!from) return upto ? fmt::format("{} <= {}", name, last) : "";
  const Beginning begin = beginning_of(values.first, column.integer);
  const std::string number = value_text(column, begin.number);
  if (upto) return fmt::format("{} {} {} <= {}", number, begin.included ? "<=" : "<", name, last);
  return fmt::format("{} {} {}", name, begin.included ? ">=" : ">", number);
}

std::string column_condition(const Feature& column, const ColumnValues& values, MissingWords missing) {
  const std::string name = printable(column.name, kNameCharactersShown);
  if (values.is_empty()) return name + " never";
  if (!values.has_known()) return name + " missing";
  std::string known =
      values.categorical ? words_condition(name, column, values) : range_condition(name, column, values);
  if (missing == MissingWords::never) return known;
  if (values.missing) return known.empty() ? known : fmt::format("({} or missing)", known);
  return known.empty() ? name + " known" : known;
}

}  // namespace

std::vector<std::string> condition_texts(const Space& space, const Region& region, MissingWords missing) {
  std::vector<std::string> texts;
  for (std::size_t column = 0; column < region.size(); ++column) {
    std::string text = column_condition(space.columns[column], region[column], missing);
    if (!text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

std::string region_text(const Space& space, const Region& region, MissingWords missing) {
  const std::vector<std::string> texts = condition_texts(space, region, missing);
  return texts.empty() ? "always" : fmt::format("{}", fmt::join(texts, " and "));
}

}  // namespace espalier
