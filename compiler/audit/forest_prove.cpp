#include "audit/forest_prove.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "audit/forest_bounds.hpp"
#include "audit/open_regions.hpp"
#include "audit/probes.hpp"
#include "support/deadline.hpp"

namespace espalier {
namespace {

// note [beyond the verdict]: once a property is decided, its bounds are told as they are after so many more regions:
// they are certain anyway, and the last bit of them may take hours.
constexpr std::size_t kBeyondVerdict = 5000;
constexpr std::size_t kClimbs = 4;

// What is looked for: the largest figure, the least one, or the largest lead of a label that is not allowed.
enum class Aim { most, least, lead };

class ForestSearch {
 public:
  ForestSearch(const Model& model, const Space& space, const Property& property, const AnswerOrder& order,
               const ProveOptions& options, const std::vector<Region>& where)
      : model_(model),
        space_(space),
        claim_(property.claim),
        view_(view_of(space, model)),
        bounds_(space, view_),
        shown_(figure_of_claim(model, claim_, order)),
        figure_(space, view_, shown_, 0),
        where_(where),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds))) {
    if (claim_.subject != Claim::Subject::label) return;
    allowed_.assign(model.labels.size(), false);
    for (const std::uint32_t label : claim_.labels) allowed_[label] = true;
  }

  PropertyProof run() {
    if (where_.empty()) {
      proof_.no_rows = true;
      return std::move(proof_);
    }
    if (claim_.subject == Claim::Subject::label) {
      look_for_label();
      return std::move(proof_);
    }
    const bool both = std::isfinite(claim_.least) && std::isfinite(claim_.most);
    const bool most_first = std::isfinite(claim_.most);
    for (const Aim aim : {most_first ? Aim::most : Aim::least, most_first ? Aim::least : Aim::most}) {
      look_for_end(aim, both && aim == Aim::most ? 0.5 : 1);
    }
    return std::move(proof_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Found {
    double most = -kUnbounded;               // of hopes, that a row has
    std::optional<std::vector<double>> row;  // of a model without columns it is empty
    double at_most = -kUnbounded;            // certain
    double undecided = 0;
  };

  double seconds_left() const { return std::max(0.0, std::chrono::duration<double>(end_ - Clock::now()).count()); }

  // By how much a label that is not allowed can lead: above 0 it may be answered, or perhaps at 0.
  double lead(const std::vector<double>& least, const std::vector<double>& most) const {
    if (least.size() < allowed_.size()) return allowed_[1] ? -least[0] : most[0];
    double best_allowed = -kUnbounded;
    for (std::size_t i = 0; i < least.size(); ++i) {
      if (allowed_[i]) best_allowed = std::max(best_allowed, least[i]);
    }
    double lead = -kUnbounded;
    for (std::size_t i = 0; i < most.size(); ++i) {
      if (!allowed_[i]) lead = std::max(lead, best_allowed == -kUnbounded ? most[i] : most[i] - best_allowed);
    }
    return lead;
  }

  double gain(Aim aim, std::span<const double> row) const {
    const Prediction prediction = figure_.predict(row);
    if (aim == Aim::lead) return lead(prediction.scores, prediction.scores);
    const double figure = figure_of(shown_, prediction);
    return aim == Aim::most ? figure : -figure;
  }

  // Whether no row of the region is of interest; otherwise what it may have.
  bool look(Aim aim, OpenRegion& region, const Found& found) {
    ++proof_.regions;
    const ScoreBounds scores = bounds_.within(region.region, region.places);
    const FigureRange range = figure_.range_of_scores(scores.least, scores.most);
    if (aim == Aim::lead) {
      region.hope = lead(scores.least, scores.most);
      const bool one = scores.least == scores.most;
      if (range.is_single() && allowed_[static_cast<std::size_t>(range.least)]) return true;
      if (!one && !range.is_single() && none_forbidden(scores)) return true;
    } else {
      region.hope = aim == Aim::most ? range.most : -range.least;
      if (region.hope <= found.most) return true;
    }
    region.asked = scores.asked.value_or(model_.trees.size());
    return false;
  }

  // A label can be answered unless another one has more, or as much and comes first.
  bool none_forbidden(const ScoreBounds& scores) const {
    Figure forbidden{Figure::Kind::grade, std::vector<double>(allowed_.size(), 0), 0};
    for (std::size_t i = 0; i < allowed_.size(); ++i) forbidden.grades[i] = allowed_[i] ? 0 : 1;
    return WalkedFigure(space_, view_, forbidden, 0).range_of_scores(scores.least, scores.most).most == 0;
  }

  void take(Aim aim, std::vector<double> row, Found& found) const {
    const double here = gain(aim, row);
    if (here <= found.most && found.row) return;
    if (aim == Aim::lead && !is_forbidden(row)) return;
    found.most = here;
    found.row = std::move(row);
  }

  bool is_forbidden(std::span<const double> row) const { return !allowed_[figure_.predict(row).label]; }

  // Rows that are found by climbing: what the search has to beat.
  void climb(Aim aim, double seconds, Found& found) const {
    Deadline enough(seconds, 1);
    const std::vector<const ModelView*> views = {&view_};
    RandomEngine engine(1);
    for (const Region& region : where_) {
      const Probes probes(space_, views, region);
      for (std::size_t i = 0; i < kClimbs && !enough.passed(); ++i) {
        std::vector<double> row = i == 0 ? witness(space_, region) : probes.random_row(engine);
        probes.climb(
            row, [&](std::span<const double> tried) { return gain(aim, tried); }, [&] { return enough.passed(); });
        take(aim, std::move(row), found);
      }
    }
  }

  // `decided`: whether what is certain so far is enough.
  template <typename Decided>
  Found search(Aim aim, double seconds, const Decided& decided) {
    Found found;
    climb(aim, seconds / 5, found);
    Deadline deadline(seconds, 1);
    OpenRegions open;
    for (const Region& region : where_) {
      OpenRegion start{region, bounds_.roots()};
      start.share = 1 / static_cast<double>(where_.size());
      if (!look(aim, start, found)) open.push(std::move(start));
    }
    std::size_t beyond = 0;
    while (!open.empty()) {
      found.at_most = std::max(found.most, open.at_most());
      if (aim != Aim::lead && open.hope() <= found.most && !open.gave_up()) break;
      if (decided(found) && ++beyond > kBeyondVerdict) break;
      if (deadline.passed()) break;
      OpenRegion from = open.pop();
      take(aim, witness(space_, from.region), found);
      if (aim == Aim::lead && found.row) break;
      if (from.asked == model_.trees.size()) continue;  // the witness has told
      for (OpenRegion& part : split(space_, view_, model_.trees[from.asked], from.asked, from)) {
        if (!look(aim, part, found)) open.push(std::move(part));
      }
    }
    const bool ended = open.empty() || (aim != Aim::lead && open.hope() <= found.most);
    found.at_most = std::max(found.most, ended && !open.gave_up() ? -kUnbounded : open.at_most());
    found.undecided = ended && !open.gave_up() ? 0 : open.share();
    return found;
  }

  void look_for_label() {
    const Found found = search(Aim::lead, seconds_left(), [](const Found& so_far) { return so_far.row.has_value(); });
    if (found.row) {
      refute_by(*found.row);
    } else if (found.undecided > 0) {
      proof_.verdict = ProofVerdict::open;
      proof_.undecided = found.undecided;
    }
  }

  void look_for_end(Aim aim, double share_of_time) {
    const double limit = aim == Aim::most ? claim_.most : -claim_.least;
    const auto decided = [&](const Found& so_far) {
      return proof_.verdict == ProofVerdict::refuted || so_far.most > limit || so_far.at_most <= limit;
    };
    const Found found = search(aim, seconds_left() * share_of_time, decided);
    if (found.most > limit) {
      if (proof_.verdict != ProofVerdict::refuted) refute_by(*found.row);
    } else if (found.at_most > limit && proof_.verdict != ProofVerdict::refuted) {
      proof_.verdict = ProofVerdict::open;
      proof_.undecided = std::max(proof_.undecided.value_or(0), found.undecided);
    }
    (aim == Aim::most ? proof_.most : proof_.least) = aim == Aim::most ? found.at_most : -found.at_most;
    if (found.most < found.at_most) {
      (aim == Aim::most ? proof_.found_most : proof_.found_least) = aim == Aim::most ? found.most : -found.most;
    }
  }

  void refute_by(const std::vector<double>& row) {
    proof_.verdict = ProofVerdict::refuted;
    proof_.undecided.reset();
    proof_.witnesses = {row};
    proof_.figures = {figure_of(shown_, figure_.predict(row))};
    proof_.regions += proof_.regions == 0 ? 1 : 0;
  }

  const Model& model_;
  const Space& space_;
  const Claim& claim_;
  ModelView view_;
  ForestBounds bounds_;
  Figure shown_;
  WalkedFigure figure_;
  const std::vector<Region>& where_;
  Clock::time_point end_;
  std::vector<bool> allowed_;  // labels, where the claim is about them
  PropertyProof proof_;
};

}  // namespace

PropertyProof prove_bounds(const Model& model, const Space& space, const Property& property, const AnswerOrder& order,
                           const ProveOptions& options, const std::vector<Region>& where) {
  return ForestSearch(model, space, property, order, options, where).run();
}

}  // namespace espalier
