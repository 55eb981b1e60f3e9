// S3 and S4: tables of whole numbers, flags and words, with more than two classes.
#include <algorithm>
#include <array>
#include <cmath>

#include "bench/train/data_sets.hpp"
#include "bench/train/planted_tree.hpp"

namespace espalier::bench {
namespace {

constexpr std::size_t kAreas = 4;
constexpr std::size_t kSoils = 40;

// Shaped like a survey of forests: terrain, the area it lies in, the kind of soil, and what grows there.
struct Terrain {
  std::array<double, 10> share{};  // where each measurement lies in its range
  std::size_t area = 0;
  std::size_t soil = 0;

  explicit Terrain(RandomEngine& random) {
    for (double& value : share) value = uniform_unit(random);
    area = share[0] < 0.3 ? 3 : share[5] < 0.5 ? 0 : share[9] < 0.4 ? 2 : 1;
    if (uniform_unit(random) < 0.1) area = uniform_below(random, kAreas);
    const double scatter = uniform_unit(random) * uniform_unit(random);
    soil = std::min(static_cast<std::size_t>(20 * (share[0] + scatter)), kSoils - 1);
  }

  // The shapes of the distributions differ, and so does the number of distinct values: 66 to 7,170.
  std::array<double, 10> measurements() const {
    const auto& s = share;
    return {1850 + 2000 * std::sqrt(s[0]),
            360 * s[1],
            66 * s[2] * s[2],
            1400 * s[3] * s[3],
            770 * s[4] * s[4] - 170,
            7100 * s[5] * std::sqrt(s[5]),
            254 - 150 * s[6] * s[6] * s[6],
            254 - 120 * s[7] * s[7],
            255 * s[8],
            7170 * s[9] * s[9]};
  }
};

// The planted classes, most of them folded into the first two: one class in a hundred rows, another in half of them.
std::size_t cover(const Terrain& terrain, const PlantedTree& tree, RandomEngine& random) {
  std::size_t answer = tree.answer(terrain.share);
  if (answer >= 2 && terrain.soil % 4 != 0) answer = terrain.share[0] < 0.55 ? 1 : 0;
  if (terrain.area == 3 && answer < 2) answer = 2;
  return uniform_unit(random) < 0.04 ? uniform_below(random, 7) : answer;
}

// One text column of S4: its words, and what each of them adds to a row's score.
struct Vocabulary {
  std::vector<std::string> words;
  std::vector<double> effects;

  Vocabulary(std::size_t size, RandomEngine& random) {
    for (std::size_t i = 0; i < size; ++i) {
      std::string word;
      const std::size_t length = 3 + uniform_below(random, 8);
      while (word.size() < length) word += static_cast<char>('a' + uniform_below(random, 26));
      words.push_back(fmt::format("{}_{}", word, i));
      effects.push_back(normal(random));
    }
  }
};

constexpr std::array<std::size_t, 12> kVocabularySizes{2, 3, 4, 5, 8, 12, 20, 35, 60, 120, 250, 500};
constexpr double kEmptyShare = 0.05;

std::vector<Vocabulary> vocabularies() {
  RandomEngine random(4242);
  std::vector<Vocabulary> all;
  for (const std::size_t size : kVocabularySizes) all.emplace_back(size, random);
  return all;
}

// Four prices, two small and two large whole numbers.
void write_number(std::size_t column, double share, RowText& text) {
  if (column < 4) {
    text.decimals(1000 * share, 2);
  } else {
    text.whole(static_cast<std::int64_t>((column < 6 ? 100 : 100'000) * share));
  }
}

void write_holed_row(const PlantedTree& tree, const std::vector<Vocabulary>& texts, RandomEngine& random,
                     RowText& text) {
  std::array<double, 8> shares{};
  for (double& share : shares) share = uniform_unit(random);
  std::array<std::size_t, kVocabularySizes.size()> words{};
  double score = 0.9 * (static_cast<double>(tree.answer(shares)) - 1) + 0.4 * normal(random);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const double share = uniform_unit(random);
    words[i] = static_cast<std::size_t>(share * share * static_cast<double>(texts[i].words.size()));
    score += texts[i].effects[words[i]] * (i % 3 == 0 ? 0.5 : 0.1);
  }
  const auto unless_empty = [&](const auto& write) {
    if (uniform_unit(random) < kEmptyShare) {
      text.empty();
    } else {
      write();
    }
  };
  for (std::size_t i = 0; i < shares.size(); ++i) unless_empty([&] { write_number(i, shares[i], text); });
  for (std::size_t i = 0; i < texts.size(); ++i) unless_empty([&] { text.word(texts[i].words[words[i]]); });
  text.word(score < -0.5 ? "low" : score < 0.6 ? "medium" : "high");
}

}  // namespace

DataSet seven_classes() {
  std::vector<std::string> columns{"elevation", "aspect",        "slope",      "to_water",        "above_water",
                                   "to_road",   "shade_morning", "shade_noon", "shade_afternoon", "to_fire"};
  for (const std::string& name : numbered("area", kAreas)) columns.push_back(name);
  for (const std::string& name : numbered("soil", kSoils)) columns.push_back(name);
  columns.emplace_back("cover");
  const auto write_row = [tree = PlantedTree(5, 8, 10, 7)](RandomEngine& random, RowText& text) {
    const Terrain terrain(random);
    for (const double value : terrain.measurements()) text.whole(static_cast<std::int64_t>(value));
    for (std::size_t i = 0; i < kAreas; ++i) text.whole(i == terrain.area ? 1 : 0);
    for (std::size_t i = 0; i < kSoils; ++i) text.whole(i == terrain.soil ? 1 : 0);
    text.whole(static_cast<std::int64_t>(cover(terrain, tree, random) + 1));
  };
  return {"S3", "10 whole numbers and 44 one-hot columns, 7 classes", 500'000, std::move(columns), write_row};
}

DataSet categories_with_holes() {
  std::vector<std::string> columns = numbered("number", 8);
  for (const std::string& name : numbered("word", kVocabularySizes.size())) columns.push_back(name);
  columns.emplace_back("class");
  const auto write_row = [tree = PlantedTree(9, 7, 8, 3), texts = vocabularies()](RandomEngine& random, RowText& text) {
    write_holed_row(tree, texts, random, text);
  };
  return {"S4", "8 numbers and 12 columns of words, 5 % of the cells empty, 3 classes", 300'000, std::move(columns),
          write_row};
}

}  // namespace espalier::bench
