// Times every shape of one tree on the same batch of rows: best of several rounds, the shapes taking turns.
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

// SHAPE(name): made by scripts/bench.
#define SHAPE(name) extern "C" void batch_##name(const Row*, std::size_t, std::uint8_t*);
#include "shapes.inc"
#undef SHAPE

namespace {

// In no order: branches are as hard to predict as they are in use.
std::vector<Row> draw_rows(std::size_t count) {
  std::vector<Row> rows(count);
  std::mt19937 engine(3);
  std::normal_distribution<float> normal;
  for (Row& row : rows) {
    Number* x = &row.x0;
    for (int c = 0; c < columns; ++c) x[c] = static_cast<Number>(normal(engine) * scale);
  }
  return rows;
}

struct Timed {
  const char* name;
  void (*answer)(const Row*, std::size_t, std::uint8_t*);
  double best;
  std::uint64_t sum;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::vector<Row> rows = draw_rows(std::strtoul(argv[1], nullptr, 10));
  std::vector<std::uint8_t> out(rows.size());
#define SHAPE(name) {#name, batch_##name, 1e300, 0},
  Timed shapes[] = {
#include "shapes.inc"
  };
#undef SHAPE
  for (int round = std::atoi(argv[2]); round > 0; --round) {
    for (Timed& shape : shapes) {
      const std::clock_t start = std::clock();  // processor time: what else runs takes none of it
      shape.answer(rows.data(), rows.size(), out.data());
      const double took = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      shape.best = std::min(shape.best, took / static_cast<double>(rows.size()));
      shape.sum = 0;
      for (const std::uint8_t answer : out) shape.sum = shape.sum * 31 + answer;
    }
  }
  for (const Timed& shape : shapes)
    std::printf("%s %.3f %016llx\n", shape.name, shape.best, static_cast<unsigned long long>(shape.sum));
  return 0;
}
