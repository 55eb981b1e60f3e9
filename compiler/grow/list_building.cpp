#include "grow/list_building.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "data/column_orders.hpp"
#include "data/value_order.hpp"
#include "grow/case_codes.hpp"
#include "support/diagnostic.hpp"
#include "support/parallel.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kBitsPerWord = 64;

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

// Where the columns are, their codes are kept.
std::pmr::memory_resource* column_memory(const Dataset& data) {
  return data.features.empty() ? std::pmr::get_default_resource()
                               : data.features.front().values.get_allocator().resource();
}

class Listing {
 public:
  Listing(const SearchPlan& plan, const Cases& cases)
      : plan_(plan),
        training_(plan.training),
        cases_(cases),
        every_row_(is_every_row(cases, training_.data.rows())),
        lists_(std::make_shared<LargeLists>(column_memory(training_.data))) {}

  RootLists run(std::size_t threads) {
    refuse_too_many(cases_);
    list_rows();
    picked_ = PickedOrders::of(training_.data, lists_->rows);
    const std::size_t features = training_.data.features.size();
    orders_.resize(features);
    in_parallel(features, threads, [&](std::size_t feature) { order(static_cast<std::uint32_t>(feature)); });
    lists_->by_value.resize(features);
    RootLists root;
    for (std::uint32_t feature = 0; feature < features; ++feature) place(feature, root);
    lists_->words_per_case = (packed_.size() + kBitsPerWord - 1) / kBitsPerWord;
    pack(root);
    lists_->codes_per_case = counted_.size();
    if (!counted_.empty()) side_by_side(counted_, cases_, threads, lists_->codes);
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
    if (!plan_.unit_weights) {
      lists_->weights.reserve(count);
      for (const Case& item : cases_) lists_->weights.push_back(item.weight);
    }
    if (training_.is_regression()) {
      lists_->levels.reserve(count);
      for (const Case& item : cases_) lists_->levels.push_back(training_.levels[training_.responses[item.row]]);
    } else if (training_.data.labels.size() <= 256) {
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
      std::vector<double> values;
      values.reserve(cases_.size());
      for (const Case& item : cases_) values.push_back(column[item.row]);
      orders_[feature] = order_values(values);
    }
    if (training_.is_discretised(feature)) mark_intervals(feature);
  }

  // Where all there is to do is to count, no list is made.
  void order_bins(std::uint32_t feature) {
    const BinnedColumn& column = training_.bins[feature];
    ValueOrder& order = orders_[feature];
    order.known = column.known;  // of all rows
    order.distinct = column.lowest.size();
    if (cases_.size() < column.codes.size()) {
      const CodeCounts counts = count_codes(column, cases_);
      order.known = cases_.size() - counts[kNoBin];
      order.distinct = kMostBins - static_cast<std::size_t>(std::count(counts.begin(), counts.end() - 1, 0U));
    }
    if (!is_counted(feature)) order = order_codes(column, cases_);
  }

  bool is_counted(std::uint32_t feature) const {
    return training_.is_binned(feature) && plan_.sums != CutSums::tallies && orders_[feature].known == cases_.size() &&
           orders_[feature].distinct > 2;
  }

  // The order of the intervals is that of the values; only fewer of them are told apart.
  void mark_intervals(std::uint32_t feature) {
    ValueOrder& order = orders_[feature];
    const std::vector<double>& intervals = training_.intervals[feature];
    order.distinct = 0;
    double last = -1;
    for (std::size_t i = 0; i < order.known; ++i) {
      const std::uint32_t item = order.entries[i] & ~kNewValue;
      const double interval = intervals[cases_[item].row];
      order.entries[i] = interval != last ? item | kNewValue : item;
      order.distinct += interval != last ? 1U : 0U;
      last = interval;
    }
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
    column.packed =
        order.distinct == 2 && !has_missing && !plan_.is_split_by_category(feature) && plan_.sums != CutSums::tallies;
    if (column.packed) {
      column.packing.word = packed_.size() / kBitsPerWord;
      column.packing.bit = std::uint64_t{1} << (packed_.size() % kBitsPerWord);
      packed_.push_back(feature);
    } else if (is_counted(feature)) {
      column.binned = true;
      column.place = static_cast<std::uint32_t>(counted_.size());
      column.first_bin = bins_;
      bins_ += static_cast<std::uint32_t>(training_.bins[feature].lowest.size());
      counted_.push_back(&training_.bins[feature]);
    } else {
      lists_->by_value[feature] = std::move(order.entries);
    }
    root.columns.push_back(column);
  }

  // The rarer value is the one that is written down: reading goes from bit to bit.
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

  const SearchPlan& plan_;
  const TrainingSet& training_;
  const Cases& cases_;
  bool every_row_;
  std::shared_ptr<LargeLists> lists_;
  std::optional<PickedOrders> picked_;
  std::vector<ValueOrder> orders_;
  std::vector<std::uint32_t> packed_;
  std::vector<const BinnedColumn*> counted_;
  std::uint32_t bins_ = 0;
};

}  // namespace

RootLists list_cases(const SearchPlan& plan, const Cases& cases, std::size_t threads) {
  return Listing(plan, cases).run(threads);
}

}  // namespace espalier
