#include "support/churn_table.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "support/random.hpp"

namespace espalier::sample {
namespace {

template <std::size_t N>
std::size_t pick(RandomEngine& engine, const std::array<double, N>& shares) {
  double left = uniform_unit(engine);
  for (std::size_t i = 0; i + 1 < N; ++i) {
    left -= shares[i];
    if (left < 0) return i;
  }
  return N - 1;
}

std::string with_holes(RandomEngine& engine, double share, std::string cell) {
  return uniform_unit(engine) < share ? std::string() : cell;
}

}  // namespace

std::string churn_table(std::size_t rows) {
  constexpr std::array<const char*, 3> kContracts = {"monthly", "one year", "two years"};
  constexpr std::array<const char*, 4> kPayments = {"card", "transfer", "invoice", "wallet"};
  constexpr std::array<const char*, 9> kRegions = {"north", "south",  "east",  "west",   "centre",
                                                   "coast", "valley", "hills", "islands"};
  RandomEngine engine(20261117);
  std::string text =
      "tenure_months,contract,monthly_fee,payment,region,support_calls,days_since_login,age,newsletter,churned\n";
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint64_t tenure = uniform_below(engine, 73);
    const std::size_t contract = pick(engine, std::array{0.55, 0.25, 0.2});
    const double fee = 15 + 70 * uniform_unit(engine);
    const std::size_t payment = pick(engine, std::array{0.4, 0.3, 0.2, 0.1});
    const std::size_t region = uniform_below(engine, kRegions.size());
    const std::size_t calls = pick(engine, std::array{0.5, 0.25, 0.12, 0.08, 0.05});
    const std::uint64_t login = uniform_below(engine, 60);
    const std::uint64_t age = 18 + uniform_below(engine, 65);
    const bool newsletter = uniform_below(engine, 2) == 0;
    const double leaning = -4.87 + (contract == 0 ? 1.1 : 0) - (contract == 2 ? 0.8 : 0) +
                           0.42 * static_cast<double>(calls) + (login > 30 ? 0.9 : 0) -
                           0.018 * static_cast<double>(tenure) + 0.008 * fee + (payment == 2 ? 0.5 : 0);
    const bool churned = uniform_unit(engine) < 1 / (1 + std::exp(-leaning));
    std::array<char, 16> fee_text{};
    std::snprintf(fee_text.data(), fee_text.size(), "%.2f", fee);
    for (const std::string& cell :
         {std::to_string(tenure), std::string(kContracts[contract]), std::string(fee_text.data()),
          with_holes(engine, 0.05, kPayments[payment]), std::string(kRegions[region]), std::to_string(calls),
          std::to_string(login), with_holes(engine, 0.08, std::to_string(age)),
          std::string(newsletter ? "yes" : "no")}) {
      text += cell + ",";
    }
    text += churned ? "yes\n" : "no\n";
  }
  return text;
}

}  // namespace espalier::sample
