#include "audit/prove.hpp"

#include <algorithm>

#include "audit/figure_range.hpp"
#include "audit/forest_bounds.hpp"
#include "audit/forest_prove.hpp"
#include "audit/open_regions.hpp"
#include "audit/probes.hpp"
#include "audit/region_walk.hpp"
#include "support/deadline.hpp"

namespace espalier {

Figure figure_of_claim(const Model& model, const Claim& claim, const AnswerOrder& order) {
  const std::size_t labels = model.labels.size();
  switch (claim.subject) {
    case Claim::Subject::value: return {Figure::Kind::value, {}, 0};
    case Claim::Subject::probability: return {Figure::Kind::probability, {}, claim.labels.front()};
    case Claim::Subject::order: {
      Figure figure{Figure::Kind::grade, std::vector<double>(labels), 0};
      for (std::size_t label = 0; label < labels; ++label) {
        const auto place = std::ranges::find(order.labels, model.labels[label]);
        figure.grades[label] = static_cast<double>(place - order.labels.begin());
      }
      return figure;
    }
    case Claim::Subject::label: break;
  }
  Figure figure{Figure::Kind::grade, std::vector<double>(labels), 0};
  for (std::size_t label = 0; label < labels; ++label) figure.grades[label] = static_cast<double>(label);
  return figure;
}

namespace {

std::vector<RegionWalk::WalkedTree> trees_of(const ModelView& view) {
  std::vector<RegionWalk::WalkedTree> trees;
  for (const Tree& tree : view.model->trees) trees.push_back({&view, &tree});
  return trees;
}

// A figure within bounds, on one region after the other.
class BoundsSearch {
 public:
  BoundsSearch(const Model& model, const Space& space, const Property& property, const AnswerOrder& order,
               const ProveOptions& options)
      : space_(space),
        claim_(property.claim),
        view_(view_of(space, model)),
        by_label_(claim_.subject == Claim::Subject::label),
        figure_(space, view_, by_label_ ? allowed(model) : figure_of_claim(model, claim_, order), 0),
        shown_(figure_of_claim(model, claim_, order)),
        deadline_(options.seconds) {}

  PropertyProof run(const std::vector<Region>& where) {
    for (const Region& region : where) {
      RegionWalk walk(space_, trees_of(view_), region);
      walk.run([&] { return judge(walk); });
      if (proof_.verdict == ProofVerdict::refuted && by_label_) break;
    }
    if (proof_.verdict != ProofVerdict::refuted && unexplored_) proof_.verdict = ProofVerdict::open;
    proof_.no_rows = proof_.regions == 0;
    if (!by_label_ && !proof_.no_rows) {
      proof_.least = least_;
      proof_.most = most_;
    }
    return std::move(proof_);
  }

 private:
  // 1 for labels that the claim allows, 0 for others: the claim is that it is 1.
  Figure allowed(const Model& model) const {
    Figure figure{Figure::Kind::grade, std::vector<double>(model.labels.size(), 0), 0};
    for (const std::uint32_t label : claim_.labels) figure.grades[label] = 1;
    return figure;
  }

  double lowest_allowed() const { return by_label_ ? 1 : claim_.least; }
  double highest_allowed() const { return by_label_ ? 1 : claim_.most; }

  std::optional<std::size_t> judge(RegionWalk& walk) {
    ++proof_.regions;
    const FigureRange range = figure_.range(walk);
    const bool within_claim = lowest_allowed() <= range.least && range.most <= highest_allowed();
    // Of figures that are shown, the ends are wanted to the last bit: a region that cannot widen them is left alone.
    const bool nothing_new = by_label_ ? within_claim : least_ <= range.least && range.most <= most_;
    if (nothing_new && (within_claim || proof_.verdict == ProofVerdict::refuted)) return std::nullopt;
    if (!range.is_single() && !deadline_.passed()) {
      if (const auto tree = figure_.next_tree(walk)) return tree;
    }
    least_ = std::min(least_, range.least);
    most_ = std::max(most_, range.most);
    if (!range.is_single()) {
      unexplored_ = unexplored_ || !within_claim;
    } else if (!within_claim && proof_.verdict != ProofVerdict::refuted) {
      proof_.verdict = ProofVerdict::refuted;
      proof_.witnesses = {witness(space_, walk.region())};
      const Interpreter interpreter(*view_.model);
      proof_.figures = {figure_of(shown_, interpreter.predict(view_.row_of(proof_.witnesses.front())))};
      if (by_label_) walk.stop();
    }
    return std::nullopt;
  }

  const Space& space_;
  const Claim& claim_;
  ModelView view_;
  bool by_label_;
  WalkedFigure figure_;
  Figure shown_;
  Deadline deadline_;
  PropertyProof proof_;
  double least_ = kUnbounded;
  double most_ = -kUnbounded;
  bool unexplored_ = false;
};

// Two rows that differ in some columns only: the model twice, over a space in which these columns stand twice.
class PairSearch {
 public:
  PairSearch(const Model& model, const Space& space, const Property& property, const AnswerOrder& order,
             const ProveOptions& options)
      : claim_(property.claim),
        monotone_(claim_.kind == Claim::Kind::monotone),
        single_(space),
        double_(with_twins(space, claim_.columns)),
        first_(view_of(space, model)),
        second_(twin_view(first_, space, claim_.columns)),
        figure_(figure_of_claim(model, claim_, order)),
        one_(double_, first_, figure_, 0),
        other_(double_, second_, figure_, model.trees.size()),
        seconds_(options.seconds),
        deadline_(options.seconds, model.combination == Combination::single ? 256 : 1) {}

  PropertyProof run(const std::vector<Region>& where) {
    // Where a condition speaks of the columns themselves, both rows have to meet it, each in its own way.
    for (const Region& region : where) {
      for (const Region& twin : where) {
        const auto start = joined(region, twin);
        if (!start) continue;
        if (first_.model->combination == Combination::single) {
          RegionWalk walk(double_, trees(), *start);
          walk.run([&] { return judge(walk); });
        } else if (!try_pairs(*start)) {
          search_best_first(*start);
        }
        if (proof_.verdict == ProofVerdict::refuted) return std::move(proof_);
      }
    }
    if (unexplored_) proof_.verdict = ProofVerdict::open;
    if (unexplored_ && starts_ > 0) proof_.undecided = undecided_ / static_cast<double>(starts_);
    proof_.no_rows = proof_.regions == 0;
    return std::move(proof_);
  }

 private:
  static Space with_twins(const Space& space, const std::vector<std::uint32_t>& columns) {
    Space twice = space;
    for (const std::uint32_t column : columns) twice.columns.push_back(space.columns[column]);
    return twice;
  }

  static ModelView twin_view(ModelView view, const Space& space, const std::vector<std::uint32_t>& columns) {
    for (std::uint32_t& column : view.column) {
      const auto twin = std::ranges::find(columns, column);
      if (twin != columns.end())
        column = static_cast<std::uint32_t>(space.columns.size() + static_cast<std::size_t>(twin - columns.begin()));
    }
    return view;
  }

  // The columns that stand twice from each of the two, the others from both; none: no such rows.
  std::optional<Region> joined(const Region& region, const Region& twin) const {
    Region both = region;
    for (std::size_t column = 0; column < region.size(); ++column) {
      if (std::ranges::find(claim_.columns, column) != claim_.columns.end()) continue;
      keep_common(both[column], twin[column]);
    }
    for (const std::uint32_t column : claim_.columns) {
      both.push_back(twin[column]);
      if (!monotone_) continue;
      both[column].missing = false;  // a missing value is neither lower nor higher
      both.back().missing = false;
    }
    if (is_empty(both)) return std::nullopt;
    return both;
  }

  std::vector<RegionWalk::WalkedTree> trees() const {
    std::vector<RegionWalk::WalkedTree> all = trees_of(first_);
    for (const RegionWalk::WalkedTree& tree : trees_of(second_)) all.push_back(tree);
    return all;
  }

  // The values of the column in the lower row, and in the higher one.
  const ColumnValues& lower(const Region& region) const { return region[claim_.columns.front()]; }
  const ColumnValues& higher(const Region& region) const { return region[single_.columns.size()]; }

  // Whether no value of the lower row is at most one of the higher row.
  static bool never_rises(const ColumnValues& low, const ColumnValues& high) {
    return low.categorical ? low.words.list().front() > high.words.list().back() : low.first > high.last;
  }

  // Leaves values between which the claim fails, the lower one first.
  static void keep_rising(ColumnValues& low, ColumnValues& high) {
    if (low.categorical) {
      keep_word(low.words.list().front(), low.words);
      keep_word(high.words.list().back(), high.words);
      return;
    }
    low.last = std::min(low.last, high.last);
    high.first = std::max(high.first, low.first);
  }

  static void keep_word(std::uint32_t kept, WordSet& words) {
    words = WordSet(words.words(), false);
    words.add(kept);
  }

  std::optional<std::size_t> judge(RegionWalk& walk) {
    ++proof_.regions;
    if (monotone_ && never_rises(lower(walk.region()), higher(walk.region()))) return std::nullopt;
    const FigureRange before = one_.range(walk);
    const FigureRange after = other_.range(walk);
    if (holds_for_all(before, after)) return std::nullopt;
    if (before.is_single() && after.is_single()) {
      refute(walk);
      return std::nullopt;
    }
    if (deadline_.passed()) {
      unexplored_ = true;
      return std::nullopt;
    }
    if (before.is_single()) return other_.next_tree(walk);
    if (after.is_single()) return one_.next_tree(walk);
    return before.most - before.least >= after.most - after.least ? one_.next_tree(walk) : other_.next_tree(walk);
  }

  // ---- several trees: there are too many regions to go through them in their order

  // Whether rows that were tried refute the claim.
  bool try_pairs(const Region& start) {
    constexpr std::size_t kRowsTried = 100;
    Deadline enough(seconds_ / 10, 1);
    const std::vector<const ModelView*> views = {&first_, &second_};
    const Probes probes(double_, views, start);
    RandomEngine engine(1);
    const std::size_t twin = single_.columns.size();
    const std::size_t column = claim_.columns.front();
    const std::vector<double>& from = probes.values(column);
    const std::vector<double>& to = probes.values(twin);
    for (std::size_t i = 0; i < kRowsTried && !enough.passed(); ++i) {
      std::vector<double> row = probes.random_row(engine);
      std::vector<double> before;
      std::vector<double> after;
      for (const double value : from) before.push_back(figure_with(one_, row, column, value));
      for (const double value : to) after.push_back(figure_with(other_, row, twin, value));
      for (std::size_t a = 0; a < from.size(); ++a) {
        for (std::size_t b = 0; b < to.size(); ++b) {
          if (monotone_ && !(from[a] <= to[b])) continue;
          if (holds_for_all({before[a], before[a]}, {after[b], after[b]})) continue;
          row[column] = from[a];
          row[twin] = to[b];
          refute_by(row);
          return true;
        }
      }
    }
    return false;
  }

  static double figure_with(const WalkedFigure& figure, std::vector<double>& row, std::size_t column, double value) {
    row[column] = value;
    return figure.exact(row);
  }

  void search_best_first(const Region& start) {
    ++starts_;
    const ForestBounds lower_row(double_, first_);
    const ForestBounds higher_row(double_, second_);
    OpenRegions open;
    const std::size_t trees = first_.model->trees.size();
    add(open, lower_row, higher_row, {start, std::vector<std::uint32_t>(2 * trees, 0)});
    while (!open.empty() && !deadline_.passed()) {
      const OpenRegion from = open.pop();
      const bool second = from.asked >= trees;
      const Tree& tree = first_.model->trees[second ? from.asked - trees : from.asked];
      for (OpenRegion& part : split(double_, second ? second_ : first_, tree, from.asked, from)) {
        add(open, lower_row, higher_row, std::move(part));
        if (proof_.verdict == ProofVerdict::refuted) return;
      }
    }
    if (open.empty() && !open.gave_up()) return;
    unexplored_ = true;
    undecided_ += open.share();
  }

  // Keeps a region in which the claim may fail.
  void add(OpenRegions& open, const ForestBounds& lower_row, const ForestBounds& higher_row, OpenRegion region) {
    ++proof_.regions;
    if (monotone_ && never_rises(lower(region.region), higher(region.region))) return;
    const std::size_t trees = first_.model->trees.size();
    const std::span<std::uint32_t> places(region.places);
    const ScoreBounds low = lower_row.within(region.region, places.first(trees));
    const ScoreBounds high = higher_row.within(region.region, places.last(trees));
    const FigureRange before = one_.range_of_scores(low.least, low.most);
    const FigureRange after = other_.range_of_scores(high.least, high.most);
    if (holds_for_all(before, after)) return;
    const DifferenceBounds difference =
        lower_row.difference(higher_row, region.region, places.first(trees), places.last(trees), monotone_);
    if (holds_by_difference(difference)) return;
    std::vector<double> row = row_of_pair(region.region);
    if (!holds_for_all(exact(one_, row), exact(other_, row)) || (before.is_single() && after.is_single())) {
      refute_by(row);
      return;
    }
    region.hope = 0;
    for (std::size_t i = 0; i < lower_row.scores(); ++i) {
      region.hope = std::max({region.hope, difference.most[i], -difference.least[i]});
    }
    const bool one_first = low.asked && (!high.asked || before.most - before.least >= after.most - after.least);
    region.asked = one_first ? *low.asked : trees + *high.asked;
    open.push(std::move(region));
  }

  static FigureRange exact(const WalkedFigure& figure, std::span<const double> row) {
    const double value = figure.exact(row);
    return {value, value};
  }

  // Scores that cannot fall tell of figures that cannot: what is added up, averaged or linked by a rising function.
  bool holds_by_difference(const DifferenceBounds& difference) const {
    const Model& model = *first_.model;
    const bool whole = model.sums.arithmetic == Arithmetic::whole;
    const auto rises = [&](std::size_t i) { return difference.never_falls[i] || (whole && difference.least[i] >= 0); };
    const auto falls = [&](std::size_t i) { return difference.never_rises[i] || (whole && difference.most[i] <= 0); };
    const auto goes = [&](std::size_t i, bool down) { return down ? falls(i) : rises(i); };
    const std::size_t scores = difference.least.size();
    if (!monotone_) {
      for (std::size_t i = 0; i < scores; ++i) {
        if (!difference.never_falls[i] || !difference.never_rises[i]) return false;
      }
      return true;
    }
    if (claim_.subject == Claim::Subject::value) return goes(0, claim_.falls);
    const bool one_score = scores < model.labels.size();
    if (claim_.subject == Claim::Subject::probability) {
      const std::uint32_t label = claim_.labels.front();
      if (one_score) return goes(0, label == 1 ? claim_.falls : !claim_.falls);
      return model.combination != Combination::sum && goes(label, claim_.falls);
    }
    if (model.labels.size() != 2) return false;
    const bool second_is_more = figure_.grades[1] > figure_.grades[0];
    const bool down = second_is_more ? claim_.falls : !claim_.falls;  // the second label's score
    return one_score ? goes(0, down) : goes(1, down) && goes(0, !down);
  }

  // Of the double space.
  std::vector<double> row_of_pair(Region region) const {
    if (monotone_) keep_rising(region[claim_.columns.front()], region[single_.columns.size()]);
    std::vector<double> row = witness(double_, region);
    if (monotone_ && row[claim_.columns.front()] > row[single_.columns.size()]) {
      row[claim_.columns.front()] = region[claim_.columns.front()].first;
      row[single_.columns.size()] = region[single_.columns.size()].last;
    }
    return row;
  }

  void refute_by(std::span<const double> row) {
    std::vector<double> first(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(single_.columns.size()));
    std::vector<double> second = first;
    for (std::size_t i = 0; i < claim_.columns.size(); ++i) second[claim_.columns[i]] = row[single_.columns.size() + i];
    proof_.regions += proof_.regions == 0 ? 1 : 0;
    proof_.verdict = ProofVerdict::refuted;
    proof_.witnesses = {std::move(first), std::move(second)};
    proof_.figures = {one_.exact(row), other_.exact(row)};
  }

  bool holds_for_all(const FigureRange& before, const FigureRange& after) const {
    if (!monotone_) return before.is_single() && after.is_single() && before.least == after.least;
    return claim_.falls ? before.least >= after.most : before.most <= after.least;
  }

  void refute(RegionWalk& walk) {
    refute_by(row_of_pair(walk.region()));
    walk.stop();
  }

  const Claim& claim_;
  bool monotone_;
  const Space& single_;
  Space double_;
  ModelView first_;
  ModelView second_;
  Figure figure_;
  WalkedFigure one_;
  WalkedFigure other_;
  double seconds_;
  Deadline deadline_;
  PropertyProof proof_;
  bool unexplored_ = false;
  double undecided_ = 0;  // shares, of so many starts
  std::size_t starts_ = 0;
};

}  // namespace

PropertyProof prove(const Model& model, const Space& space, const Property& property, const AnswerOrder& order,
                    const ProveOptions& options) {
  std::vector<Region> where = property.where;
  if (options.complete_rows) {
    for (Region& region : where) remove_missing(region);
  }
  std::erase_if(where, [](const Region& region) { return is_empty(region); });
  if (property.claim.kind == Claim::Kind::bounds) {
    if (model.combination != Combination::single) return prove_bounds(model, space, property, order, options, where);
    return BoundsSearch(model, space, property, order, options).run(where);
  }
  return PairSearch(model, space, property, order, options).run(where);
}

}  // namespace espalier
