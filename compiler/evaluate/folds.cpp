// Dealing rows to folds.
#include <string>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "support/diagnostic.hpp"
#include "support/random.hpp"
#include "support/text.hpp"

namespace espalier {

// Each class is shuffled and dealt like cards, the next class beginning where the last one ended: folds then differ by
// at most one row, in every class and in all.
std::vector<std::uint32_t> stratified_folds(const Dataset& data, std::uint32_t folds, std::uint64_t seed) {
  if (folds < 2) {
    throw Diagnostic(ExitCode::usage, "cross-validation needs at least 2 folds", "use --folds 10");
  }
  if (data.rows() < folds) {
    throw Diagnostic(ExitCode::bad_input, counted(data.rows(), "row") + " cannot be dealt to " + counted(folds, "fold"),
                     data.rows() < 2 ? "cross-validation needs at least 2 rows"
                                     : "use --folds " + std::to_string(data.rows()) + " or less");
  }
  std::vector<std::vector<std::size_t>> by_class(data.labels.size());
  for (std::size_t row = 0; row < data.rows(); ++row) by_class[data.classes[row]].push_back(row);

  RandomEngine engine(seed);
  std::vector<std::uint32_t> fold_of(data.rows(), 0);
  std::uint32_t next = 0;
  for (std::vector<std::size_t>& rows : by_class) {
    shuffle(rows, engine);
    for (const std::size_t row : rows) {
      fold_of[row] = next;
      next = (next + 1) % folds;
    }
  }
  return fold_of;
}

}  // namespace espalier
