#include "grow/list_building.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "data/column_orders.hpp"
#include "support/diagnostic.hpp"
#include "support/parallel.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kBitsPerWord = 64;
constexpr std::size_t kMostValues = 255;         // with missing ones they fit a byte
constexpr std::size_t kMostCategories = 65'535;  // and two
constexpr std::size_t kSmallTable = 4096;        // numbers that are worth counting whatever the cases

bool is_every_row(const Cases& cases, std::size_t rows) {
  if (cases.size() != rows) return false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].row != i) return false;
  }
  return true;
}

void refuse_too_many(const Cases& cases) {
  if (cases.size() <= kMostOrderedRows) return;
  throw Diagnostic(ExitCode::bad_input,
                   "there are " + counted(cases.size(), "row") + ", and at most " + grouped(kMostOrderedRows) +
                       " can be learned from",
                   "train on a sample of the rows");
}

// Codes are kept in the same kind of memory as the columns: in files, if those are.
std::pmr::memory_resource* column_memory(const Dataset& data) {
  return data.features.empty() ? std::pmr::get_default_resource()
                               : data.features.front().values.get_allocator().resource();
}

// Of a column that is counted.
struct Codes {
  std::vector<std::uint8_t> narrow;  // per row
  std::vector<std::uint16_t> wide;
  std::array<std::uint8_t, kMostBins + 1> of_bins{};  // of a column of bins
  std::vector<double> lowest;                         // per code
  std::vector<double> highest;
};

class Listing {
 public:
  Listing(const SearchPlan& plan, const Cases& cases, std::size_t uncounted)
      : plan_(plan),
        training_(plan.training),
        cases_(cases),
        every_row_(is_every_row(cases, training_.data.rows())),
        counts_(plan.counts_values() && cases.size() > uncounted),
        lists_(std::make_shared<LargeLists>(column_memory(training_.data))) {}

  RootLists run(std::size_t threads) {
    refuse_too_many(cases_);
    list_rows();
    picked_ = PickedOrders::of(training_.data, lists_->rows);
    const std::size_t features = training_.data.features.size();
    orders_.resize(features);
    codes_.resize(features);
    in_parallel(features, threads, [&](std::size_t feature) { order(static_cast<std::uint32_t>(feature)); });
    lists_->by_value.resize(features);
    RootLists root;
    for (const std::uint32_t feature : training_.precedence) place(feature, root);
    lists_->words_per_case = (packed_.size() + kBitsPerWord - 1) / kBitsPerWord;
    pack(root);
    put_side_by_side(root, threads);
    root.lists = std::move(lists_);
    return root;
  }

 private:
  void list_rows() {
    const std::size_t count = cases_.size();
    lists_->rows.reserve(count);
    lists_->order.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      lists_->rows.push_back(cases_[i].row);
      lists_->order.push_back(i);
    }
    lists_->scale = training_.scale;
    if (!plan_.unit_weights) {
      lists_->units.reserve(count);
      for (const Case& item : cases_) lists_->units.push_back(training_.scale.units(item.weight));
    }
    if (plan_.many_classes || plan_.measure == Measure::absolute_deviation) {
      lists_->responses.reserve(count);
      for (const Case& item : cases_) lists_->responses.push_back(training_.responses[item.row]);
    }
    if (training_.is_regression()) {
      lists_->levels.reserve(count);
      for (const Case& item : cases_) lists_->levels.push_back(training_.levels[training_.responses[item.row]]);
    } else if (!plan_.many_classes) {
      lists_->labels.reserve(count);
      for (const Case& item : cases_)
        lists_->labels.push_back(static_cast<std::uint8_t>(training_.responses[item.row]));
    }
  }

  void order(std::uint32_t feature) {
    if (training_.is_binned(feature)) {
      order_bins(feature);
      return;
    }
    const auto& column = training_.data.features[feature].values;
    if (picked_) {
      orders_[feature] = picked_->feature(feature);
    } else if (every_row_) {
      orders_[feature] = order_values(column);
    } else {
      std::vector<double> values(cases_.size());
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = column[lists_->rows[i]];
      orders_[feature] = order_values(values);
    }
    if (training_.is_discretised(feature)) mark_intervals(feature);
    if (is_coded(feature)) take_codes(feature);
  }

  // Bins that are only counted need no list.
  void order_bins(std::uint32_t feature) {
    const BinnedColumn& column = training_.bins[feature];
    const CodeCounts counts = count_codes(column, cases_);
    ValueOrder& order = orders_[feature];
    order.known = cases_.size() - counts[kNoBin];
    order.distinct = kMostBins - static_cast<std::size_t>(std::count(counts.begin(), counts.end() - 1, 0U));
    if (!is_coded(feature)) {
      order = order_codes(column, cases_);
      return;
    }
    Codes& codes = codes_[feature];
    codes.of_bins.fill(static_cast<std::uint8_t>(order.distinct));
    for (std::size_t bin = 0; bin < column.lowest.size(); ++bin) {
      if (counts[bin] == 0) continue;
      codes.of_bins[bin] = static_cast<std::uint8_t>(codes.lowest.size());
      codes.lowest.push_back(column.lowest[bin]);
      codes.highest.push_back(column.highest[bin]);
    }
  }

  // The codes of the cases, and the values that they stand for.
  void take_codes(std::uint32_t feature) {
    ValueOrder& order = orders_[feature];
    Codes& codes = codes_[feature];
    const auto fill = [&](auto& by_row) {
      using Code = std::remove_reference_t<decltype(by_row[0])>;
      by_row.assign(training_.data.rows(), static_cast<Code>(order.distinct));
      for (std::size_t i = 0; i < order.known; ++i) {
        const std::uint32_t row = cases_[order.entries[i] & ~kNewValue].row;
        if (i == 0 || (order.entries[i] & kNewValue) != 0) {
          codes.lowest.push_back(training_.value(feature, row) + 0.0);  // +0 for -0
        }
        by_row[row] = static_cast<Code>(codes.lowest.size() - 1);
      }
    };
    if (order.distinct > kMostValues) {
      fill(codes.wide);
    } else {
      fill(codes.narrow);
    }
    codes.highest = codes.lowest;
    std::vector<std::uint32_t>().swap(order.entries);  // = {} would keep the memory
  }

  // Surrogates may cut a column anywhere in its intervals.
  bool cuts_intervals(std::uint32_t feature) const {
    return training_.is_discretised(feature) && plan_.options.missing == MissingPolicy::surrogate;
  }

  bool is_packed(std::uint32_t feature) const {
    const ValueOrder& order = orders_[feature];
    if (cuts_intervals(feature)) return false;
    return order.distinct == 2 && order.known == cases_.size() && !plan_.is_split_by_category(feature) && plan_.packs();
  }

  // Few values are counted; so are categories, which are never cut in order.
  bool is_coded(std::uint32_t feature) const {
    const ValueOrder& order = orders_[feature];
    if (is_packed(feature)) return false;
    if (!counts_ || cuts_intervals(feature)) return false;
    const bool nominal = training_.data.features[feature].kind == ColumnKind::categorical;
    if (order.distinct > (nominal ? kMostCategories : kMostValues)) return false;
    const std::size_t width = plan_.is_regression() ? 1 : training_.data.labels.size();
    return (order.distinct + 1) * width <= std::max(cases_.size(), kSmallTable);
  }

  // The order of the intervals is that of the values; only fewer of them are told apart.
  void mark_intervals(std::uint32_t feature) {
    ValueOrder& order = orders_[feature];
    const std::vector<double>& intervals = training_.intervals[feature];
    std::size_t distinct = 0;
    double last = -1;
    for (std::size_t i = 0; i < order.known; ++i) {
      const std::uint32_t item = order.entries[i] & ~kNewValue;
      const double interval = intervals[cases_[item].row];
      order.entries[i] = interval != last ? item | kNewValue : item;
      distinct += interval != last ? 1U : 0U;
      last = interval;
    }
    if (!cuts_intervals(feature)) order.distinct = distinct;  // otherwise values count, though they are in one interval
  }

  void place(std::uint32_t feature, RootLists& root) {
    ValueOrder& order = orders_[feature];
    const std::size_t count = cases_.size();
    const bool has_missing = order.known < count;
    if (has_missing) {
      root.known.resize(training_.data.features.size(), static_cast<std::uint32_t>(count));
      root.known[feature] = static_cast<std::uint32_t>(order.known);
    }
    const bool only_presence = order.distinct < 2;
    if (only_presence && (!has_missing || order.known == 0)) return;
    ListedColumn column;
    column.feature = feature;
    column.packed = is_packed(feature);
    column.coded = is_coded(feature);
    if (column.packed) {
      column.packing.word = packed_.size() / kBitsPerWord;
      column.packing.bit = std::uint64_t{1} << (packed_.size() % kBitsPerWord);
      packed_.push_back(feature);
    } else if (column.coded) {
      column.values = static_cast<std::uint32_t>(order.distinct);
      column.wide = column.values > kMostValues;
      column.first_row = rows_;
      column.lowest = std::move(codes_[feature].lowest);
      column.highest = std::move(codes_[feature].highest);
      rows_ += column.values + 1;
    } else {
      const auto entries = std::make_shared<std::vector<std::uint32_t>>(std::move(order.entries));
      lists_->by_value[feature] = *entries;
      lists_->memory.push_back(entries);
    }
    root.columns.push_back(std::move(column));
  }

  // The bit stands for the rarer of the two values: readers go from one bit that is set to the next.
  void pack(RootLists& root) {
    const std::size_t stride = lists_->words_per_case;
    lists_->words.assign(stride * cases_.size(), 0);
    for (ListedColumn& column : root.columns) {
      if (!column.packed) continue;
      const std::vector<std::uint32_t>& entries = orders_[column.feature].entries;
      const auto upper = std::find_if(entries.begin() + 1, entries.end(),
                                      [](std::uint32_t entry) { return (entry & kNewValue) != 0; });
      const auto row = [&](std::uint32_t entry) { return cases_[entry & ~kNewValue].row; };
      const Gap gap = training_.gap_between_rows(column.feature, row(entries.front()), row(*upper));
      column.packing.lower = gap.below;
      column.packing.upper = gap.above;
      column.packing.set_is_lower = upper - entries.begin() < entries.end() - upper;
      const auto first = column.packing.set_is_lower ? entries.begin() : upper;
      const auto last = column.packing.set_is_lower ? upper : entries.end();
      for (auto entry = first; entry != last; ++entry) {
        lists_->words[stride * (*entry & ~kNewValue) + column.packing.word] |= column.packing.bit;
      }
    }
  }

  // Rows are read in their own order, whatever that of the cases: a case is written at once.
  void put_side_by_side(RootLists& root, std::size_t threads) {
    constexpr std::size_t kBlock = 256;  // rows
    constexpr std::uint32_t kNone = UINT32_MAX;
    std::vector<const ListedColumn*> coded;
    std::size_t bytes = 0;
    for (ListedColumn& column : root.columns) {
      if (!column.coded) continue;
      column.place = static_cast<std::uint32_t>(bytes);
      bytes += column.wide ? 2 : 1;
      coded.push_back(&column);
    }
    lists_->codes_per_case = bytes;
    if (coded.empty()) return;
    const std::size_t rows = training_.data.rows();
    std::vector<std::uint32_t> case_of(rows, kNone);
    for (std::uint32_t i = 0; i < cases_.size(); ++i) {
      if (i == 0 || cases_[i - 1].row != cases_[i].row) case_of[cases_[i].row] = i;  // of several cases the first
    }
    lists_->codes.resize(bytes * cases_.size());
    const std::size_t blocks = (rows + kBlock - 1) / kBlock;
    const std::size_t parts = std::max<std::size_t>(1, std::min(threads, blocks));
    in_parallel(parts, parts, [&](std::size_t part) {
      std::vector<std::uint8_t> side(bytes * kBlock);
      for (std::size_t block = blocks * part / parts; block < blocks * (part + 1) / parts; ++block) {
        const std::size_t begin = block * kBlock;
        const std::size_t end = std::min(rows, begin + kBlock);
        for (const ListedColumn* column : coded) put_codes(*column, begin, end, bytes, side.data() + column->place);
        for (std::size_t row = begin; row < end; ++row) {
          for (std::size_t i = case_of[row]; i < cases_.size() && cases_[i].row == row; ++i) {
            std::copy_n(side.data() + (row - begin) * bytes, bytes, lists_->codes.data() + i * bytes);
          }
        }
      }
    });
    codes_.clear();
  }

  void put_codes(const ListedColumn& column, std::size_t begin, std::size_t end, std::size_t stride,
                 std::uint8_t* to) const {
    const Codes& codes = codes_[column.feature];
    const auto put = [&](const auto& code_of) {
      for (std::size_t row = begin; row < end; ++row, to += stride) {
        const auto code = code_of(row);
        std::memcpy(to, &code, sizeof code);
      }
    };
    if (column.wide) {
      put([&](std::size_t row) { return codes.wide[row]; });
    } else if (training_.is_binned(column.feature)) {
      const std::uint8_t* const bins = training_.bins[column.feature].codes.data();
      put([&](std::size_t row) { return codes.of_bins[bins[row]]; });
    } else {
      put([&](std::size_t row) { return codes.narrow[row]; });
    }
  }

  const SearchPlan& plan_;
  const TrainingSet& training_;
  const Cases& cases_;
  bool every_row_;
  bool counts_;
  std::shared_ptr<LargeLists> lists_;
  std::optional<PickedOrders> picked_;
  std::vector<ValueOrder> orders_;
  std::vector<Codes> codes_;
  std::vector<std::uint32_t> packed_;
  std::uint32_t rows_ = 0;
};

}  // namespace

CodeCounts count_codes(const BinnedColumn& column, const Cases& cases) {
  CodeCounts counts{};
  for (const Case& item : cases) ++counts[column.codes[item.row]];
  return counts;
}

ValueOrder order_codes(const BinnedColumn& column, const Cases& cases) {
  ValueOrder order;
  order.entries.resize(cases.size());
  order.known = list_by_code(
      kNoBin, [&](std::size_t i) { return column.codes[cases[i].row]; }, kNewValue, std::span(order.entries));
  const CodeCounts counts = count_codes(column, cases);
  order.distinct = kMostBins - static_cast<std::size_t>(std::count(counts.begin(), counts.end() - 1, 0U));
  return order;
}

RootLists list_cases(const SearchPlan& plan, const Cases& cases, std::size_t uncounted, std::size_t threads) {
  return Listing(plan, cases, uncounted).run(threads);
}

}  // namespace espalier
