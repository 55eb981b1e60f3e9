#include "emit/leaf_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "emit/code_text.hpp"
#include "model/interpret.hpp"

namespace espalier {

LeafCode::LeafCode(const Model& model) {
  const Tree& tree = only_tree(model);
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  const std::uint32_t rules = *std::max_element(numbers.begin(), numbers.end());
  label_bits_ = static_cast<std::uint32_t>(std::bit_width(model.labels.size() - 1));
  fits_ = static_cast<std::uint32_t>(std::bit_width(rules)) + label_bits_ <= 32;
  if (!fits_) return;
  codes_.assign(rules + std::size_t{1}, 0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] > 0) codes_[numbers[i]] = numbers[i] << label_bits_ | tree.nodes[i].label;
  }
}

std::string_view LeafCode::type() const {
  return unsigned_type(*std::max_element(codes_.begin(), codes_.end()));
}

std::string LeafCode::label_in(std::string_view call) const {
  return fmt::format("static_cast<Label>({} & {}U)", call, (1U << label_bits_) - 1);
}

std::string LeafCode::rule_in(std::string_view call) const {
  return fmt::format("static_cast<RuleId>({} >> {})", call, label_bits_);
}

}  // namespace espalier
