#include "evaluate/resamples.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "evaluate/evaluate.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/random.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// A seed of its own for each resample: consecutive seeds would let runs with neighbouring seeds share resamples.
std::uint64_t seed_of(const ResampleOptions& options, std::size_t number) {
  RandomEngine engine(options.seed);
  engine.discard(number);
  return engine();
}

std::vector<std::uint32_t> bootstrap_times(std::size_t rows, RandomEngine& engine) {
  std::vector<std::uint32_t> times(rows, 0);
  for (std::size_t drawn = 0; drawn < rows; ++drawn) ++times[uniform_below(engine, rows)];
  return times;
}

Resample resample_of(const std::vector<std::uint32_t>& times) {
  Resample resample;
  for (std::size_t row = 0; row < times.size(); ++row) {
    if (times[row] == 0) {
      resample.left_out.push_back(row);
    } else {
      resample.rows.push_back(row);
      resample.times.push_back(times[row]);
    }
  }
  return resample;
}

Resample draw_bootstrap(std::size_t rows, std::uint64_t seed) {
  RandomEngine engine(seed);
  for (;;) {
    Resample resample = resample_of(bootstrap_times(rows, engine));
    if (!resample.left_out.empty()) return resample;
  }
}

Resample draw_share(const Dataset& data, double left_out, std::uint64_t seed) {
  std::vector<std::uint32_t> times;
  for (const bool out : stratified_share(data, left_out, seed)) times.push_back(out ? 0 : 1);
  return resample_of(times);
}

}  // namespace

std::string resampling_name(const ResampleOptions& options) {
  return options.leave_out ? fmt::format("leave-out of {}", percent(*options.leave_out)) : "bootstrap";
}

Resample draw_resample(const Dataset& data, const ResampleOptions& options, std::size_t number) {
  if (data.rows() < 2) {
    throw Diagnostic(ExitCode::bad_input, counted(data.rows(), "row") + " cannot be resampled",
                     "some rows are learned from and others are left out: at least 2 are needed");
  }
  const std::uint64_t seed = seed_of(options, number);
  return options.leave_out ? draw_share(data, *options.leave_out, seed) : draw_bootstrap(data.rows(), seed);
}

Dataset resampled(const OrderedParts& data, const Resample& resample) {
  Dataset drawn = data.select(resample.rows);
  const bool repeated =
      std::any_of(resample.times.begin(), resample.times.end(), [](std::uint32_t times) { return times != 1; });
  if (!repeated) return drawn;
  if (drawn.weights.empty()) drawn.weights.assign(drawn.rows(), 1.0);
  for (std::size_t row = 0; row < drawn.rows(); ++row) drawn.weights[row] *= resample.times[row];
  return drawn;
}

}  // namespace espalier
