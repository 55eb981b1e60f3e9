#include "grow/coded_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/bins.hpp"
#include "support/diagnostic.hpp"
#include "support/parallel.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMostNarrow = 256;   // codes
constexpr std::size_t kMostWide = 65'533;  // words, besides the missing and the rare ones
constexpr std::size_t kRowsAtOnce = 1024;  // rows that are put side by side at a time

struct Coded {
  CodedColumn column;
  std::vector<std::uint16_t> codes;  // per row; empty: nothing to test
};

Coded code_numbers(BinnedColumn& bins, std::size_t rows) {
  Coded coded;
  coded.column.values = static_cast<std::uint32_t>(bins.lowest.size());
  coded.column.has_missing = bins.known < rows;
  if (coded.column.values + (coded.column.has_missing ? 1 : 0) < 2 || bins.known == 0) return coded;
  coded.codes.reserve(rows);
  for (const std::uint8_t code : bins.codes) {
    coded.codes.push_back(code == kNoBin ? static_cast<std::uint16_t>(coded.column.values) : code);
  }
  coded.column.lowest = std::move(bins.lowest);
  coded.column.highest = std::move(bins.highest);
  return coded;
}

// Words that no row has get no code.
Coded code_categories(const FeatureColumn& column, double least_rows) {
  Coded coded;
  const bool ordered = column.kind == ColumnKind::ordinal;
  coded.column.order = ordered ? CodedColumn::Order::levels : CodedColumn::Order::categories;
  std::vector<std::size_t> rows_of(column.categories.size(), 0);
  std::size_t known = 0;
  for (const double value : column.values) {
    if (std::isnan(value)) continue;
    ++rows_of[static_cast<std::size_t>(value)];
    ++known;
  }
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> code_of(rows_of.size(), kNone);
  for (std::uint32_t category = 0; category < rows_of.size(); ++category) {
    if (rows_of[category] == 0) continue;
    if (!ordered && static_cast<double>(rows_of[category]) < least_rows) {
      coded.column.has_rest = true;
      continue;
    }
    code_of[category] = coded.column.values++;
    coded.column.category.push_back(category);
  }
  if (coded.column.values > kMostWide) {
    throw Diagnostic(
        ExitCode::bad_input,
        fmt::format("column {} has {} that are frequent enough to be asked for, and boosting takes at most {}",
                    in_quotes(column.name), counted(coded.column.values, "word"), grouped(kMostWide)),
        "--rare-words N makes one word of the rare ones, --ignore leaves the column out");
  }
  coded.column.has_missing = known < column.values.size();
  if (coded.column.values == 0 || coded.column.codes() < 2) return coded;
  coded.codes.reserve(column.values.size());
  for (const double value : column.values) {
    std::uint32_t code = coded.column.values;
    if (!std::isnan(value)) {
      code = code_of[static_cast<std::size_t>(value)];
      if (code == kNone) code = coded.column.values + 1;
    }
    coded.codes.push_back(static_cast<std::uint16_t>(code));
  }
  return coded;
}

}  // namespace

CodedRows::CodedRows(TrainingSet& training, const GrowOptions& options, std::size_t threads)
    : rows_(training.data.rows()) {
  const std::size_t features = training.data.features.size();
  std::vector<Coded> coded(features);
  in_parallel(features, threads, [&](std::size_t feature) {
    const FeatureColumn& column = training.data.features[feature];
    if (column.kind == ColumnKind::numeric) {
      coded[feature] = code_numbers(training.bins[feature], rows_);
      training.bins[feature].codes.clear();
      training.bins[feature].codes.shrink_to_fit();
    } else {
      const std::size_t words = column.categories.size();
      coded[feature] = code_categories(column, static_cast<double>(least_word_rows(options.categorical, rows_, words)));
      coded[feature].column.one_value =
          split_for(options.categorical, training.telling_rows, words) == CategoricalSplit::equal;
    }
    coded[feature].column.feature = static_cast<std::uint32_t>(feature);
  });
  for (Coded& of_feature : coded) {
    if (!of_feature.codes.empty()) add(std::move(of_feature.column), std::move(of_feature.codes));
  }
  put_side_by_side(threads);
}

void CodedRows::add(CodedColumn column, std::vector<std::uint16_t> codes) {
  const auto place = static_cast<std::uint32_t>(columns_.size());
  column.first_cell = static_cast<std::uint32_t>(cells_);
  cells_ += column.codes();
  const bool narrow = column.codes() <= kMostNarrow;
  (narrow ? narrow_ : wide_).push_back(place);
  columns_.push_back(std::move(column));
  narrow_by_column_.emplace_back();
  wide_by_column_.emplace_back();
  if (narrow) {
    narrow_by_column_.back().assign(codes.begin(), codes.end());
  } else {
    wide_by_column_.back() = std::move(codes);
  }
}

void CodedRows::put_side_by_side(std::size_t threads) {
  narrow_codes_.resize(rows_ * narrow_.size());
  wide_codes_.resize(rows_ * wide_.size());
  in_parallel((rows_ + kRowsAtOnce - 1) / kRowsAtOnce, threads, [&](std::size_t block) {
    const std::size_t begin = block * kRowsAtOnce;
    const std::size_t end = std::min(rows_, begin + kRowsAtOnce);
    const auto put = [&](const std::vector<std::uint32_t>& places, const auto& by_column, auto& side_by_side) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& codes = by_column[places[i]];
        for (std::size_t row = begin; row < end; ++row) side_by_side[row * places.size() + i] = codes[row];
      }
    };
    put(narrow_, narrow_by_column_, narrow_codes_);
    put(wide_, wide_by_column_, wide_codes_);
  });
}

}  // namespace espalier
