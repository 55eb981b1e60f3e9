#include "audit/region_walk.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace espalier {
namespace {

using Leads = RegionPart::Leads;

// The parts of one column's values by the branch that a test sends them to. What the test does not know (missing
// values, words that are not in the model or not in a group) is kept apart.
class ColumnParts {
 public:
  ColumnParts(const ModelView& view, const Space& space, const Region& region, std::uint32_t feature)
      : feature_(view.model->features[feature]),
        words_(view.category[feature]),
        column_(view.column[feature]),
        whole_(space.is_whole(column_)),
        values_(region[column_]) {}

  std::uint32_t column() const { return column_; }

  // Numbers up to the threshold go to branch 0, the others to branch 1.
  void cut(double threshold, std::vector<RegionPart>& parts) const {
    for (const std::uint32_t branch : {0U, 1U})
      add_range(threshold, threshold, branch == 0, branch == 1, branch, parts);
  }

  // Numbers by interval.
  void cut_at(const std::vector<CutPoint>& cuts, std::vector<RegionPart>& parts) const {
    for (std::uint32_t i = 0; i <= cuts.size(); ++i) {
      add_range(i < cuts.size() ? cuts[i].threshold : 0, i > 0 ? cuts[i - 1].threshold : 0, i<cuts.size(), i> 0, i,
                parts);
    }
  }

  // Words by `branch_of(category)`; `not_known` gets those that it has no branch for.
  template <typename BranchOf>
  void sort_words(const BranchOf& branch_of, std::vector<RegionPart>& parts, ColumnValues& not_known) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted;  // branch, word
    for (const std::uint32_t word : values_.words.list()) {
      const std::uint32_t category = words_[word];
      const std::optional<std::uint32_t> branch = category == ModelView::kNotKnown ? std::nullopt : branch_of(category);
      if (branch) {
        sorted.emplace_back(*branch, word);
      } else {
        not_known.words.add(word);
      }
    }
    std::ranges::stable_sort(sorted, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
    for (const auto& [branch, word] : sorted) {
      if (parts.empty() || parts.back().child != branch) parts.push_back({column_, nothing(), Leads::to_child, branch});
      parts.back().values.words.add(word);
    }
  }

  ColumnValues nothing() const {
    ColumnValues values;
    values.categorical = values_.categorical;
    if (values.categorical) values.words = WordSet(values_.words.words(), false);
    return values;
  }

  const ColumnValues& values() const { return values_; }
  const Feature& feature() const { return feature_; }

 private:
  void add_range(double upto, double above, bool bounded_above, bool bounded_below, std::uint32_t branch,
                 std::vector<RegionPart>& parts) const {
    ColumnValues left = values_;
    left.missing = false;
    if (bounded_above) keep_upto(left, threshold_for_values(feature_, upto), whole_);
    if (bounded_below) keep_above(left, threshold_for_values(feature_, above), whole_);
    if (left.has_known()) parts.push_back({column_, std::move(left), Leads::to_child, branch});
  }

  const Feature& feature_;
  const std::vector<std::uint32_t>& words_;
  std::uint32_t column_;
  bool whole_;
  const ColumnValues& values_;
};

// What the test knows by itself goes to `parts`, the rest is returned.
ColumnValues divide_known(const ColumnParts& column, const Node& node, std::vector<RegionPart>& parts) {
  ColumnValues not_known = column.nothing();
  not_known.missing = column.values().missing;
  if (!column.values().categorical) {
    if (node.test == TestKind::multiway) {
      column.cut_at(column.feature().cuts, parts);
    } else if (node.test == TestKind::present) {
      ColumnValues known = column.values();
      known.missing = false;
      if (known.has_known()) parts.push_back({column.column(), std::move(known), Leads::to_child, 0});
    } else {
      column.cut(node.threshold, parts);
    }
    return not_known;
  }
  const auto branch_of = [&](std::uint32_t category) {
    return node.test == TestKind::present ? std::optional<std::uint32_t>(0)
                                          : branch_if_known(column.feature(), node, category);
  };
  column.sort_words(branch_of, parts, not_known);
  return not_known;
}

// The test's own value is missing for certain: the first surrogate that may have one decides.
void divide_by_surrogates(const ModelView& view, const Space& space, const Node& node, const Region& region,
                          std::vector<RegionPart>& parts) {
  for (const Surrogate& surrogate : node.surrogates) {
    if (surrogate.feature == node.feature) continue;  // missing as well
    const ColumnParts column(view, space, region, surrogate.feature);
    ColumnValues not_known = column.nothing();
    not_known.missing = column.values().missing;
    if (column.values().categorical) {
      const auto branch_of = [&](std::uint32_t category) {
        return branch_if_known(column.feature(), surrogate, category);
      };
      column.sort_words(branch_of, parts, not_known);
    } else {
      column.cut(surrogate.threshold, parts);
      if (surrogate.reversed) {
        for (RegionPart& part : parts) part.child = 1 - part.child;
      }
    }
    if (parts.empty()) continue;
    if (!not_known.is_empty()) parts.push_back({column.column(), std::move(not_known), Leads::to_itself, 0});
    return;
  }
  const std::uint32_t own = view.column[node.feature];
  parts.push_back({own, region[own], Leads::to_child, node.missing_child});
}

// A rule: the first part that some of the values pass, and others do not, divides them. What passes is asked again.
void divide_by_rule(const ModelView& view, const Space& space, const Node& node, const Region& region,
                    std::vector<RegionPart>& parts) {
  for (const RulePart& part : node.parts) {
    const std::uint32_t column = view.column[part.feature];
    ColumnValues others = values_that(false, view, space, part, region);
    if (others.is_empty()) continue;
    ColumnValues passing = values_that(true, view, space, part, region);
    if (!passing.is_empty()) parts.push_back({column, std::move(passing), Leads::to_itself, 0});
    parts.push_back({column, std::move(others), Leads::to_child, 1});
    return;
  }
  const std::uint32_t column = view.column[node.feature];
  parts.push_back({column, region[column], Leads::to_child, 0});
}

}  // namespace

ColumnValues values_that(bool pass, const ModelView& view, const Space& space, const RulePart& part,
                         const Region& region) {
  const std::uint32_t column = view.column[part.feature];
  const Feature& feature = view.model->features[part.feature];
  ColumnValues values = region[column];
  values.missing = values.missing && part.missing == pass;
  if (values.categorical) {
    for (const std::uint32_t word : values.words.list()) {
      const std::uint32_t category = view.category[part.feature][word];
      const bool known = category != ModelView::kNotKnown;
      if (passes(feature, part, known ? category : kUnknownCategory) != pass) values.words.remove(word);
    }
    return values;
  }
  const double threshold = threshold_for_values(feature, part.threshold);
  switch (part.kind) {
    case RulePart::Kind::upto:
    case RulePart::Kind::above:
      if ((part.kind == RulePart::Kind::upto) == pass) {
        keep_upto(values, threshold, space.is_whole(column));
      } else {
        keep_above(values, threshold, space.is_whole(column));
      }
      break;
    case RulePart::Kind::in:
    case RulePart::Kind::known:
    case RulePart::Kind::missing:
      if ((part.kind == RulePart::Kind::known) != pass) values.keep_no_known();
      break;
  }
  return values;
}

void divide(const ModelView& view, const Space& space, const Node& node, const Region& region,
            std::vector<RegionPart>& parts) {
  parts.clear();
  if (node.test == TestKind::all_of) return divide_by_rule(view, space, node, region, parts);
  const ColumnParts column(view, space, region, node.feature);
  ColumnValues not_known = divide_known(column, node, parts);
  if (not_known.is_empty()) return;
  if (node.test == TestKind::present) {
    parts.push_back({column.column(), std::move(not_known), Leads::to_child, 1});
    return;
  }
  const MissingPolicy policy = view.model->missing;
  if (policy == MissingPolicy::fractional && view.model->combination == Combination::single) {
    parts.push_back({column.column(), std::move(not_known), Leads::to_children, 0});
    return;
  }
  if (!node.surrogates.empty()) {
    if (parts.empty()) {
      divide_by_surrogates(view, space, node, region, parts);
    } else {
      parts.push_back({column.column(), std::move(not_known), Leads::to_itself, 0});
    }
    return;
  }
  const auto same = std::ranges::find(parts, node.missing_child, &RegionPart::child);
  if (same == parts.end()) {
    parts.push_back({column.column(), std::move(not_known), Leads::to_child, node.missing_child});
    return;
  }
  same->values.missing = not_known.missing;
  for (const std::uint32_t word : not_known.words.list()) same->values.words.add(word);
}

RegionWalk::RegionWalk(const Space& space, std::vector<WalkedTree> trees, Region start)
    : space_(space), trees_(std::move(trees)), region_(std::move(start)), places_(trees_.size(), Places{0}) {}

void RegionWalk::send_rows(std::vector<std::vector<double>> columns) {
  columns_ = std::move(columns);
  rows_.resize(columns_.empty() ? 0 : columns_.front().size());
  std::iota(rows_.begin(), rows_.end(), 0U);
  const auto inside = [&](std::uint32_t row) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (!region_[column].holds(columns_[column][row])) return false;
    }
    return true;
  };
  std::erase_if(rows_, [&](std::uint32_t row) { return !inside(row); });
  first_row_ = 0;
  last_row_ = rows_.size();
}

std::optional<std::uint32_t> RegionWalk::place(std::size_t tree) const {
  return places_[tree].size() == 1 ? std::optional(places_[tree].front()) : std::nullopt;
}

bool RegionWalk::is_at_leaves(std::size_t tree) const {
  return std::ranges::all_of(places_[tree], [&](std::uint32_t at) { return trees_[tree].tree->nodes[at].is_leaf(); });
}

std::optional<std::size_t> RegionWalk::undecided() const {
  for (std::size_t tree = 0; tree < trees_.size(); ++tree) {
    if (!is_at_leaves(tree)) return tree;
  }
  return std::nullopt;
}

void RegionWalk::run(const Judge& judge) {
  stopped_ = false;
  if (is_empty(region_)) return;
  do {
    for (std::optional<std::size_t> tree = judge(); tree && !stopped_; tree = judge()) open(*tree);
  } while (!stopped_ && go_on());
}

// Asks the first of the tree's places that is not a leaf. Where all rows go the same way, there is nothing to come back
// to but the places.
void RegionWalk::open(std::size_t tree) {
  if (frames_.size() == depth_) frames_.emplace_back();
  Frame& frame = frames_[depth_++];
  const Tree& walked = *trees_[tree].tree;
  frame.tree = tree;
  frame.places = places_[tree];
  const auto asked = std::ranges::find_if(frame.places, [&](std::uint32_t at) { return !walked.nodes[at].is_leaf(); });
  frame.position = static_cast<std::size_t>(asked - frame.places.begin());
  divide(*trees_[tree].view, space_, walked.nodes[*asked], region_, frame.parts);
  frame.next = 0;
  frame.first_row = first_row_;
  frame.last_row = last_row_;
  frame.values = region_[frame.parts.front().column];
  enter(frame);
}

bool RegionWalk::go_on() {
  for (; depth_ > 0; --depth_) {
    Frame& frame = frames_[depth_ - 1];
    if (frame.next < frame.parts.size()) {
      enter(frame);
      return true;
    }
    region_[frame.parts.front().column] = std::move(frame.values);
    std::swap(places_[frame.tree], frame.places);
    first_row_ = frame.first_row;
    last_row_ = frame.last_row;
  }
  return false;
}

void RegionWalk::enter(Frame& frame) {
  const RegionPart& part = frame.parts[frame.next++];
  take_rows(frame, part);
  move(frame, part);
  region_[part.column] = part.values;
}

void RegionWalk::move(const Frame& frame, const RegionPart& part) {
  Places& places = places_[frame.tree];
  places = frame.places;
  if (part.leads == Leads::to_itself) return;
  const Tree& tree = *trees_[frame.tree].tree;
  const Node& node = tree.nodes[frame.places[frame.position]];
  if (part.leads == Leads::to_child) {
    places[frame.position] = node.children[part.child];
    return;
  }
  places.erase(places.begin() + static_cast<std::ptrdiff_t>(frame.position));
  // Those without a share, too: one place alone means that nothing was shared out.
  places.insert(places.end(), node.children.begin(), node.children.end());
}

// The rows of the part are brought to the front of those of the frame that no earlier part has taken.
void RegionWalk::take_rows(const Frame& frame, const RegionPart& part) {
  if (columns_.empty()) return;
  const std::vector<double>& values = columns_[part.column];
  if (frame.next > 1) first_row_ = last_row_;
  last_row_ = frame.last_row;
  if (frame.next == 1) first_row_ = frame.first_row;
  const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(first_row_);
  const auto end = rows_.begin() + static_cast<std::ptrdiff_t>(last_row_);
  const auto taken = std::partition(begin, end, [&](std::uint32_t row) { return part.values.holds(values[row]); });
  last_row_ = static_cast<std::size_t>(taken - rows_.begin());
}

}  // namespace espalier
