// S1, S2 and S5: tables of real numbers.
#include <array>
#include <cmath>
#include <numbers>

#include "bench/train/data_sets.hpp"
#include "bench/train/planted_tree.hpp"

namespace espalier::bench {
namespace {

template <std::size_t count>
std::array<double, count> uniform_row(RandomEngine& random) {
  std::array<double, count> row{};
  for (double& value : row) value = uniform_unit(random);
  return row;
}

// Rounded to a grid first, so that no cell reads "-0.0000".
double on_grid(double value, double steps) {
  return std::round(value * steps) / steps + 0.0;
}

void write_weak_signal_row(RandomEngine& random, RowText& text) {
  constexpr std::size_t kPrimary = 21;
  constexpr std::size_t kDerived = 7;
  std::array<double, kPrimary + kDerived> row{};
  const bool signal = uniform_below(random, 100) < 53;
  for (std::size_t i = 0; i < kPrimary; ++i) {
    const double shift = signal && i < 6 ? 0.1 : 0;
    const bool skewed = i % 3 == 0;
    row[i] = skewed ? std::exp(0.4 * normal(random) + shift) : normal(random);
  }
  // Like masses made of the measurements: each says a little, and none of it in a straight line.
  for (std::size_t i = 0; i < kDerived; ++i) {
    const double scale = signal ? (i % 2 == 0 ? 1.12 : 0.88) : 1;
    const double noise = normal(random);
    const double first = row[i];
    const double second = row[i + kDerived];
    row[kPrimary + i] = std::sqrt(0.05 + first * first + 0.5 * second * second) * scale + 0.15 * noise * noise;
  }
  for (const double value : row) text.significant(value, 7);
  const bool another = uniform_below(random, 2) == 1;
  text.whole(static_cast<std::int64_t>(2 + uniform_below(random, 3) + (signal && another ? 1 : 0)));
  text.whole(static_cast<std::int64_t>(uniform_below(random, 3)));
  text.whole(signal ? 1 : 0);
}

void write_regression_row(RandomEngine& random, RowText& text) {
  const auto row = uniform_row<20>(random);
  const double smooth = 10 * std::sin(std::numbers::pi * row[0] * row[1]) + 20 * (row[2] - 0.5) * (row[2] - 0.5) +
                        10 * row[3] + 5 * row[4];  // Friedman's first function (1991)
  const double steps = (row[5] > 0.7 ? 4 : 0) - (row[6] < 0.2 && row[7] > 0.5 ? 6 : 0);
  for (const double value : row) text.decimals(value, 6);
  text.decimals(on_grid(smooth + steps + normal(random), 1e4), 4);
}

}  // namespace

DataSet two_classes() {
  std::vector<std::string> columns = numbered("x", 20);
  columns.emplace_back("label");
  const auto write_row = [tree = PlantedTree(77, 7, 12, 2)](RandomEngine& random, RowText& text) {
    const auto row = uniform_row<20>(random);
    const bool wrong = uniform_unit(random) < 0.1;
    for (const double value : row) text.decimals(on_grid(value * 200 - 100, 1e4), 4);
    text.whole((tree.answer(row) == 1) != wrong ? 1 : 0);
  };
  return {"S1", "20 floats of four decimals, 2 classes", 100'000, std::move(columns), write_row};
}

DataSet weak_signal() {
  std::vector<std::string> columns = numbered("f", 28);
  columns.insert(columns.end(), {"jets", "tags", "label"});
  return {"S2", "28 floats of seven digits and 2 counts, 2 classes, weak signal", 1'000'000, std::move(columns),
          write_weak_signal_row};
}

DataSet regression() {
  std::vector<std::string> columns = numbered("x", 20);
  columns.emplace_back("y");
  return {"S5", "20 floats of six decimals, a number to predict", 500'000, std::move(columns), write_regression_row};
}

}  // namespace espalier::bench
