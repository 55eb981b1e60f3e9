// G: a table of as many columns, categories and labels as one asks for.
#include "bench/train/data_sets.hpp"

namespace espalier::bench {
namespace {

constexpr double kWrong = 0.1;  // share of the rows whose label says nothing

// Which quarter of the labels a row belongs to, which quarter of that quarter and so on, is said by one column each.
// The rest is chance. All labels are about as frequent, however many there are.
class Quarters {
 public:
  void add(std::size_t quarter) {
    width_ /= 4;
    begin_ += static_cast<double>(quarter) * width_;
  }
  double place(double chance) const { return begin_ + chance * width_; }  // in [0, 1)

 private:
  double begin_ = 0;
  double width_ = 1;
};

std::size_t below(double share, std::size_t count) {
  return static_cast<std::size_t>(share * static_cast<double>(count));
}

// The words of low numbers are frequent. Quarters go round, so that each of them has frequent words.
std::size_t draw_word(std::size_t categories, RandomEngine& random) {
  const double share = uniform_unit(random);
  return below(share * share, categories);
}

void write_growing_row(const GrowthSizes& sizes, RandomEngine& random, RowText& text) {
  constexpr std::size_t kTelling = 2;  // columns of each kind that say something
  Quarters quarters;
  for (std::size_t i = 0; i < sizes.numbers; ++i) {
    const double share = uniform_unit(random);
    if (i < kTelling) quarters.add(below(share, 4));
    text.decimals(1000 * share, 2);
  }
  for (std::size_t i = 0; i < sizes.words; ++i) {
    const std::size_t word = draw_word(sizes.categories, random);
    if (i < kTelling) quarters.add(word % 4);
    text.word(fmt::format("w{}", word));
  }
  const double chance = uniform_unit(random);
  const bool wrong = uniform_unit(random) < kWrong;
  const std::size_t label = below(wrong ? chance : quarters.place(chance), sizes.labels);
  text.word(fmt::format("label{}", label));
}

}  // namespace

DataSet growing(const GrowthSizes& sizes) {
  std::vector<std::string> columns = numbered("number", sizes.numbers);
  for (const std::string& name : numbered("word", sizes.words)) columns.push_back(name);
  columns.emplace_back("label");
  const auto write_row = [sizes](RandomEngine& random, RowText& text) { write_growing_row(sizes, random, text); };
  std::string summary = fmt::format("{} numbers and {} columns of {} words, {} labels", sizes.numbers, sizes.words,
                                    sizes.categories, sizes.labels);
  return {"G", std::move(summary), 100'000, std::move(columns), write_row};
}

}  // namespace espalier::bench
