// Times every shape of one tree on the same rows, one row at a time: best of several rounds, the shapes taking turns.
//   runner ROWS ROUNDS
// Prints one line per shape: its name, nanoseconds per row, and a sum of its answers, which must be that of the others.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "rows.hpp"

// SHAPE(name, Row): made by scripts/bench.
#define SHAPE(name, Row) extern "C" std::uint8_t answer_##name(const Row*);
#include "shapes.inc"
#undef SHAPE

namespace {

struct Rows {
  std::vector<FloatRow> floats;
  std::vector<DoubleRow> doubles;
};

// In no order: branches are as hard to predict as they are in use.
Rows draw_rows(std::size_t count) {
  Rows rows{std::vector<FloatRow>(count), std::vector<DoubleRow>(count)};
  std::mt19937 engine(3);
  std::normal_distribution<float> normal;
  for (std::size_t i = 0; i < count; ++i) {
    float* x = &rows.floats[i].x0;
    double* same = &rows.doubles[i].x0;
    for (int c = 0; c < columns; ++c) same[c] = static_cast<double>(x[c] = normal(engine));
  }
  return rows;
}

const std::vector<FloatRow>& rows_for(const Rows& rows, const FloatRow*) {
  return rows.floats;
}
const std::vector<DoubleRow>& rows_for(const Rows& rows, const DoubleRow*) {
  return rows.doubles;
}

struct Timed {
  const char* name;
  double best;
  std::uint64_t sum;
};

template <typename Row>
void time_once(std::uint8_t (*answer)(const Row*), const std::vector<Row>& rows, Timed& timed) {
  const std::clock_t start = std::clock();  // processor time: what else runs takes none of it
  std::uint64_t sum = 0;
  for (const Row& row : rows) sum = sum * 31 + answer(&row);
  const double took = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  timed.best = std::min(timed.best, took / static_cast<double>(rows.size()));
  timed.sum = sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const Rows rows = draw_rows(std::strtoul(argv[1], nullptr, 10));
#define SHAPE(name, Row) {#name, 1e300, 0},
  Timed timed[] = {
#include "shapes.inc"
  };
#undef SHAPE
  for (int round = std::atoi(argv[2]); round > 0; --round) {
    Timed* next = timed;
#define SHAPE(name, Row) time_once(answer_##name, rows_for(rows, static_cast<const Row*>(nullptr)), *next++);
#include "shapes.inc"
#undef SHAPE
  }
  for (const Timed& one : timed)
    std::printf("%s %.3f %016llx\n", one.name, one.best, static_cast<unsigned long long>(one.sum));
  return 0;
}
