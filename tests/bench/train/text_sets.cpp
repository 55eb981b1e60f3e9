// S6: a table of quoted texts, as a shop's database exports its orders.
#include <algorithm>
#include <array>

#include "bench/train/data_sets.hpp"

namespace espalier::bench {
namespace {

struct WordColumn {
  const char* name;
  std::size_t words;
  std::size_t parts;  // a text is this many made-up words
};

constexpr std::array<WordColumn, 7> kWordColumns{{{"country", 60, 1},
                                                  {"city", 3'000, 2},
                                                  {"product", 900, 3},
                                                  {"brand", 250, 1},
                                                  {"channel", 5, 1},
                                                  {"courier", 12, 2},
                                                  {"reason", 40, 4}}};

std::string made_up_word(RandomEngine& random) {
  std::string word(1, static_cast<char>('A' + uniform_below(random, 26)));
  const std::size_t length = 4 + uniform_below(random, 6);
  while (word.size() < length) word += static_cast<char>('a' + uniform_below(random, 26));
  return word;
}

// One text in eight holds a comma, one in sixteen a word in quotes.
std::string made_up_text(std::size_t parts, RandomEngine& random) {
  std::string text = made_up_word(random);
  for (std::size_t part = 1; part < parts; ++part) {
    const std::uint64_t turn = uniform_below(random, 16);
    text += turn < 2 ? ", " : " ";
    text += turn == 2 ? fmt::format("\"{}\"", made_up_word(random)) : made_up_word(random);
  }
  return text;
}

struct Texts {
  std::array<std::vector<std::string>, kWordColumns.size()> columns;
  std::vector<std::string> remarks;  // beginnings of them

  Texts() {
    RandomEngine random(6262);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      while (columns[i].size() < kWordColumns[i].words) {
        columns[i].push_back(made_up_text(kWordColumns[i].parts, random));
      }
    }
    while (remarks.size() < 2'000) remarks.push_back(made_up_text(4, random));
  }
};

constexpr std::array<const char*, 3> kOutcomes{"kept", "returned", "exchanged"};

void write_order(const Texts& texts, RandomEngine& random, RowText& text) {
  double score = 0;
  // Two billion remarks: hardly one is repeated.
  const std::string& remark = texts.remarks[uniform_below(random, texts.remarks.size())];
  text.quoted(fmt::format("{} {}", remark, uniform_below(random, 1'000'000)));
  text.word(fmt::format("{}-{:02}-{:02}", 2019 + uniform_below(random, 6), 1 + uniform_below(random, 12),
                        1 + uniform_below(random, 28)));
  for (std::size_t i = 0; i < texts.columns.size(); ++i) {
    const double share = uniform_unit(random);
    const auto word = static_cast<std::size_t>(share * share * static_cast<double>(texts.columns[i].size()));
    score += word % 3 == 0 ? 0.4 : -0.2;
    text.quoted(texts.columns[i][word]);
  }
  const std::uint64_t pieces = 1 + uniform_below(random, 20);
  const double price = 200 * uniform_unit(random);
  text.whole(static_cast<std::int64_t>(pieces));
  text.decimals(price, 2);
  score += price > 150 ? 0.8 : 0;
  score += pieces > 15 ? 0.5 : 0;
  score += normal(random);
  text.quoted(kOutcomes[score < 0.8 ? 0 : score < 1.8 ? 1 : 2]);
}

}  // namespace

DataSet quoted_texts() {
  std::vector<std::string> columns{"remark", "ordered"};
  for (const WordColumn& column : kWordColumns) columns.emplace_back(column.name);
  columns.insert(columns.end(), {"pieces", "price", "outcome"});
  const auto write_row = [texts = Texts()](RandomEngine& random, RowText& text) { write_order(texts, random, text); };
  return {"S6", "quoted texts, one of them hardly ever the same, a date and 2 numbers, 3 classes", 340'000,
          std::move(columns), write_row};
}

}  // namespace espalier::bench
