// What a search for options tries: values of each option, made for the data, and a way to draw from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "learn/ensemble.hpp"
#include "prune/prune.hpp"
#include "support/random.hpp"

namespace espalier {

// An option of the command line, without dashes, and its value.
struct Setting {
  std::string option;
  std::string value;
  friend bool operator==(const Setting&, const Setting&) = default;
};
using Settings = std::vector<Setting>;

// "--max-depth 5 --prune none"; the empty text for none.
std::string command_line(const Settings& settings);

// Values to choose one of. The empty one leaves the option out.
struct SettingChoice {
  std::string option;
  std::vector<std::string> values;
};

struct TuneSpace {
  std::vector<SettingChoice> growing;  // independent of each other
  std::vector<Settings> pruning;       // ways to prune; of boosting, rounds to end after
  SettingChoice smoothing;             // of probabilities

  // The options of which more than one value is left, in the order above.
  std::vector<std::string> searched() const;
};

// What the space depends on beside the data.
struct SpaceWishes {
  std::optional<SelectBy> select_by = {};  // smoothing is searched where that looks at probabilities: answers are the
                                           // same whatever it is
  bool weighed = false;                    // rows or classes have weights: leaves are measured by their share
  EnsembleKind ensemble = EnsembleKind::none;
  Settings given = {};  // by the user: not searched
};

// Nothing of it depends on the targets of the rows, so that it may be made once for all parts of the data.
TuneSpace tune_space(const Dataset& data, const SpaceWishes& wishes);

// Configurations one after the other, in hands that grow the same trees and differ in how these are pruned and
// smoothed: trees are dear, prunings of them are not. The first hand grows as without any setting. Values are dealt
// like cards: each as often as the others, in random order. A configuration may come again.
class TuneDraw {
 public:
  TuneDraw(const TuneSpace& space, std::uint64_t seed);
  Settings next();

 private:
  // Positions of so many cards; shuffled anew when all are dealt.
  struct Deck {
    std::size_t cards = 0;
    std::vector<std::size_t> left = {};
  };
  std::size_t deal(Deck& deck);
  void deal_hand();

  TuneSpace space_;
  RandomEngine engine_;
  std::vector<Deck> growing_;
  Deck pruning_;
  Deck smoothing_;
  Settings grown_by_;        // of this hand
  std::size_t in_hand_ = 0;  // still to come
  bool first_ = true;
};

}  // namespace espalier
