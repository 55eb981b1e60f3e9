// SHA-256 of a text, as lower-case hexadecimal: names data and models in provenance records.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace espalier {

std::string sha256_hex(std::string_view bytes);

// The same of a text that comes piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void update(std::string_view bytes);
  std::string hex();  // once, at the end

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace espalier
