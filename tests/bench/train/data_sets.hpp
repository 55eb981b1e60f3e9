// The data sets of the training benchmark, generated: what real tables are made of, at sizes where training takes time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "bench/train/row_text.hpp"
#include "support/random.hpp"

namespace espalier::bench {

struct DataSet {
  std::string name;
  std::string summary;
  std::size_t rows = 0;              // of the set at its full size
  std::vector<std::string> columns;  // the last one is the target
  std::function<void(RandomEngine&, RowText&)> write_row;
};

DataSet two_classes();            // S1: floats of four decimals, a planted tree, 10 % of the classes wrong
DataSet weak_signal();            // S2: floats of seven digits and counts, two classes that hardly differ
DataSet seven_classes();          // S3: whole numbers and one-hot columns, classes of very different sizes
DataSet categories_with_holes();  // S4: numbers and words, 2 to 500 of them a column, 5 % of the cells empty
DataSet regression();             // S5: floats of six decimals, a smooth target with steps and noise
DataSet quoted_texts();           // S6: quoted texts with commas and quotes inside, one column of them nearly unique

// G: numbers and words, as many of each as one likes, to see how the time grows with each.
struct GrowthSizes {
  std::size_t numbers = 8;       // columns of numbers
  std::size_t words = 8;         // columns of words
  std::size_t categories = 100;  // of each column of words
  std::size_t labels = 3;        // of the target, all of them about as frequent
};
DataSet growing(const GrowthSizes& sizes);

std::vector<DataSet> all_data_sets();  // S1 to S6, and G as it is by default

// What can be done to any of the sets; the cells that stay are the same.
struct Alterations {
  double holes = 0;      // share of the cells that are emptied, the target's apart
  bool weights = false;  // a first column of weights, "weight", from 0.5 to 2
};

// The header and `rows` rows. The first rows of a set do not depend on how many follow.
void write_data_set(const DataSet& set, std::size_t rows, std::uint64_t seed, std::ostream& out,
                    const Alterations& alterations = {});

// Mean 0, deviation 1 (Box and Muller).
double normal(RandomEngine& random);

// `count` names: "x0", "x1", ...
std::vector<std::string> numbered(std::string_view prefix, std::size_t count);

}  // namespace espalier::bench
