// Proves that a file is what Espalier makes of a model: byte for byte, or token for token, or, where its functions that
// answer are others, that these answer as the model does for every input. What is more or less than that is foreign.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/read_functions.hpp"
#include "audit/source_tokens.hpp"
#include "emit/code_text.hpp"
#include "emit/emit.hpp"
#include "emit/emit_record.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"
#include "support/enum_names.hpp"

namespace espalier {

enum class SourceVerdict {
  identical,  // byte for byte what this version makes
  same_text,  // laid out otherwise: the same tokens and comments
  proven,     // functions that answer were read back and proven; everything else is the same tokens
  foreign,    // something is not Espalier's, or could not be proven
};

template <>
inline constexpr auto kNames<SourceVerdict> = enum_names("identical", "same-text", "proven", "foreign");

struct SourceProof {
  SourceVerdict verdict = SourceVerdict::foreign;
  std::string version;            // of the Espalier that made it, by its own record; empty: it does not say
  std::optional<Location> where;  // foreign: the first token that is not Espalier's
  std::string why;                // foreign: what is wrong with it
};

// `model`: the whole model; `model_sha256`: of its file. `files` are what was read, `record` is theirs.
SourceProof prove_source(const Model& model, const std::string& model_sha256, const std::vector<EmittedFile>& files,
                         const EmitRecord& record);

// How the functions of a language are read back, for code that was lowered so.
struct SourceReading {
  CodeNames names;
  std::vector<FunctionFamily> families;
  std::vector<std::uint32_t> codes;  // per rule: rule and label in one number, where a family is coded
};
SourceReading read_cpp(const Model& model, const Lowered& lowered, const EmitRecord& record);
SourceReading read_c(const Model& model, const Lowered& lowered, const EmitRecord& record);
SourceReading read_rust(const Model& model, const Lowered& lowered, const EmitRecord& record);

}  // namespace espalier
