// One tree for both answers: where a tree is large, what predict() and predict_rule() walk is written once, and its
// leaves return the rule and the label in one number. That halves the text and what compiling it takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace espalier {

class LeafCode {
 public:
  explicit LeafCode(const Model& model);  // a classification

  bool fits() const { return fits_; }                                 // into 32 bits
  std::string_view type() const;                                      // "uint16_t": what holds every code
  const std::vector<std::uint32_t>& codes() const { return codes_; }  // per rule; [0] is not used

  // "static_cast<Label>(detail::leaf(row) & 3U)": from a call that returns the code.
  std::string label_in(std::string_view call) const;
  std::string rule_in(std::string_view call) const;

 private:
  std::uint32_t label_bits_ = 0;  // the lowest ones hold the label
  bool fits_ = true;
  std::vector<std::uint32_t> codes_;
};

}  // namespace espalier
