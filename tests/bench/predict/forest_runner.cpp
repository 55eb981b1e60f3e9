// Times every shape of one forest on the same rows, one row at a time and as a batch: best of several rounds, the
// shapes taking turns.
//   runner ROWS ROUNDS [ANSWERS FLOATS]
// Prints one line per shape: its name, nanoseconds per row one by one and in a batch, and a sum of its answers, which
// must be that of the others. ANSWERS gets the answers of the first shape, a byte each, and FLOATS the rows.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "rows.hpp"

// SHAPE(name, Row): made by scripts/bench.
#define SHAPE(name, Row)                             \
  extern "C" std::uint8_t answer_##name(const Row*); \
  extern "C" void batch_##name(const Row*, std::size_t, std::uint8_t*);
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
  double one = 1e300;
  double batch = 1e300;
  std::uint64_t sum = 0;
  bool same = true;
};

double since(std::clock_t start, std::size_t rows) {
  return 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / static_cast<double>(rows);
}

template <typename Row>
void time_once(std::uint8_t (*answer)(const Row*), void (*answer_all)(const Row*, std::size_t, std::uint8_t*),
               const std::vector<Row>& rows, std::vector<std::uint8_t>& out, Timed& timed) {
  std::clock_t start = std::clock();  // processor time: what else runs takes none of it
  std::uint64_t sum = 0;
  for (const Row& row : rows) sum = sum * 31 + answer(&row);
  timed.one = std::min(timed.one, since(start, rows.size()));
  start = std::clock();
  answer_all(rows.data(), rows.size(), out.data());
  timed.batch = std::min(timed.batch, since(start, rows.size()));
  std::uint64_t of_batch = 0;
  for (const std::uint8_t each : out) of_batch = of_batch * 31 + each;
  timed.sum = sum;
  timed.same = timed.same && of_batch == sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 5) return 2;
  const Rows rows = draw_rows(std::strtoul(argv[1], nullptr, 10));
  std::vector<std::uint8_t> out(rows.floats.size());
#define SHAPE(name, Row) {#name},
  Timed timed[] = {
#include "shapes.inc"
  };
#undef SHAPE
  for (int round = std::atoi(argv[2]); round > 0; --round) {
    Timed* next = timed;
#define SHAPE(name, Row) \
  time_once(answer_##name, batch_##name, rows_for(rows, static_cast<const Row*>(nullptr)), out, *next++);
#include "shapes.inc"
#undef SHAPE
  }
  for (const Timed& one : timed) {
    std::printf("%s %.3f %.3f %016llx%s\n", one.name, one.one, one.batch, static_cast<unsigned long long>(one.sum),
                one.same ? "" : " batch-differs");
  }
  if (argc == 3) return 0;
  std::FILE* answers = std::fopen(argv[3], "wb");
  std::FILE* floats = std::fopen(argv[4], "wb");
  if (answers == nullptr || floats == nullptr) return 2;
  std::fwrite(out.data(), 1, out.size(), answers);
  std::fwrite(rows.floats.data(), sizeof rows.floats[0], rows.floats.size(), floats);
  return std::fclose(answers) + std::fclose(floats);
}
