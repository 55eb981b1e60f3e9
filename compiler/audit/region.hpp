// The rows that models are asked about, and sets of them. A question about a model is answered for every row by cutting
// the space of all rows into regions in which nothing more is asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// The columns of one model, or of two: by name. Words are those that some model knows; a word that none knows is as
// good as missing for all of them (model/interpret.hpp), and is not told apart from that here either.
struct Space {
  std::vector<Feature> columns;  // categorical: `categories` are words, `merged` is empty

  // Whether a column holds whole numbers only, as its field does in emitted code.
  bool is_whole(std::size_t column) const { return columns[column].integer; }
};

// How a model sees the rows of a space.
struct ModelView {
  const Model* model = nullptr;
  std::vector<std::uint32_t> column;                 // per feature
  std::vector<std::vector<std::uint32_t>> category;  // per categorical feature, per word; kNotKnown: not in the model

  static constexpr std::uint32_t kNotKnown = UINT32_MAX;

  // The row in the model's own terms; `row` has a number, a word's index or NaN per column.
  std::vector<double> row_of(std::span<const double> row) const;
};

Space space_of(const Model& model);

// The columns of both: those of the first model in its order, then what only the second one has. Throws
// Diagnostic(bad_input) if a column has numbers in one and words in the other, or dates of which only one knows.
Space joint_space(const Model& first, const Model& second);

// `space` has all columns and words of the model.
ModelView view_of(const Space& space, const Model& model);

// A set of words.
class WordSet {
 public:
  WordSet() = default;
  WordSet(std::size_t words, bool full);

  bool has(std::uint32_t word) const { return (bits_[word / 64] >> (word % 64) & 1) != 0; }
  void remove(std::uint32_t word);
  void add(std::uint32_t word);
  std::size_t count() const { return count_; }
  std::size_t words() const { return words_; }  // that it could have
  std::vector<std::uint32_t> list() const;      // ascending

  friend bool operator==(const WordSet&, const WordSet&) = default;

 private:
  std::vector<std::uint64_t> bits_;
  std::size_t words_ = 0;
  std::size_t count_ = 0;
};

// What is left of a column's values.
struct ColumnValues {
  double first = 1;  // numbers: from `first` to `last`, both included; none: first > last
  double last = 0;
  bool categorical = false;
  WordSet words;
  bool missing = false;  // and words that no model knows

  bool has_known() const { return categorical ? words.count() > 0 : first <= last; }
  bool is_empty() const { return !missing && !has_known(); }
  bool holds(double value) const;  // a number, a word's index or NaN
  void keep_no_known();

  friend bool operator==(const ColumnValues&, const ColumnValues&) = default;
};

// Rows whose values are in all of these sets.
using Region = std::vector<ColumnValues>;

ColumnValues all_values(const Space& space, std::size_t column);
Region everything(const Space& space);
// Leaves what the other set has, too.
void keep_common(ColumnValues& values, const ColumnValues& other);
void remove_missing(Region& region);
// Everything, or rows without missing values only.
Region rows_asked_about(const Space& space, bool complete_rows);
bool is_empty(const Region& region);
bool holds(const Region& region, std::span<const double> row);

// Leaves numbers of at most `threshold`, or above it. A column of whole numbers loses the others.
void keep_upto(ColumnValues& values, double threshold, bool whole);
void keep_above(ColumnValues& values, double threshold, bool whole);

// A row of the region, as a person would choose it: the values of `near` where they are allowed, otherwise a short
// number within the training range, the first word, and a missing value only where nothing else is left. The region
// must not be empty; `near` may be.
std::vector<double> witness(const Space& space, const Region& region, std::span<const double> near = {});

// The region in words, column by column: `2.45 < petal_length <= 4.95 and outlook in {rain, sunny}`; "always" if it is
// everything.
enum class MissingWords {
  where_decided,  // "or missing" where a condition lets them pass
  never,          // rows without missing values are meant
};
std::vector<std::string> condition_texts(const Space& space, const Region& region, MissingWords missing);
std::string region_text(const Space& space, const Region& region, MissingWords missing);

}  // namespace espalier
