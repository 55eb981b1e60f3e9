// What build, emit and verify tell about code: its inputs with their types, its shape, its files, and whether it
// answers as the model does.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/source_proof.hpp"
#include "audit/verify.hpp"
#include "data/dataset.hpp"
#include "data/table.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// A column that the code reads.
struct FieldFacts {
  std::string column;
  std::string type;
  std::string reason;
  std::string note;  // where the type is not the obvious one
  // Where words share enumerators, how many there are of each.
  std::optional<std::size_t> words = std::nullopt;
  std::size_t enumerators = 0;
};

// A program after a pass.
struct PassFacts {
  std::string answers;  // what the program answers: "label", "rule"
  std::string pass;
  std::size_t steps = 0;
  std::size_t functions = 0;
};

struct CodeFacts {
  std::string space;      // the namespace
  std::size_t bytes = 0;  // of all files
  std::vector<FieldFacts> fields;
  std::size_t functions = 0;
  std::vector<PassFacts> passes;
  ShapeChoice shape;
  std::optional<std::string> output_type;  // regression
  std::string answer_note;                 // why it is that one
};

// Of the model as it was given; `emitted` is the one in which words share enumerators, null if they do not. The space,
// bytes and passes are left to the caller.
CodeFacts code_facts(const Model& model, const Model* emitted, const Lowered& lowered);

// `verbose`: also the passes.
std::string to_text(const CodeFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const CodeFacts& facts);

// What the types do to the training rows.
struct LossFacts {
  std::size_t rows = 0;
  std::size_t changed = 0;         // rows that get another answer as the fields hold them
  std::vector<std::size_t> lines;  // of the file: the first of them
};

// `table` is what the dataset was made of.
LossFacts loss_facts(const Model& model, const std::vector<Field>& fields, const Dataset& data, const Table& table);

// How many trees a row takes where predict() asks no more than it has to.
struct EarlyExitFacts {
  std::size_t trees = 0;
  std::optional<std::size_t> rows = std::nullopt;  // none: there are no rows to tell
  std::size_t asked = 0;                           // by all rows
};

// `data`: null, or rows of the model's columns.
EarlyExitFacts early_exit_facts(const Model& model, const Lowered& lowered, const Dataset* data);
std::string to_text(const EarlyExitFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const EarlyExitFacts& facts);

struct InputFacts {
  std::vector<FieldFacts> fields;
  bool loss_is_told = false;
  std::optional<LossFacts> loss = std::nullopt;  // none: there are no training rows to tell
};

// A line per field, a dozen unless `verbose`; then the loss.
std::string to_text(const InputFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const InputFacts& facts);

// A program with every boundary vector.
struct SelftestFacts {
  std::string path;
  std::size_t vectors = 0;
  std::size_t parts = 1;
};

std::string to_text(const SelftestFacts& facts);
nlohmann::ordered_json to_json(const SelftestFacts& facts);

struct WrittenCodeFacts {
  std::string path;
  std::size_t beside = 0;          // files beside it
  std::vector<std::string> parts;  // those of them that are source files
  std::size_t bytes = 0;
  std::string form;  // "namespace iris"
};

std::string to_text(const WrittenCodeFacts& facts);
nlohmann::ordered_json to_json(const WrittenCodeFacts& facts);

// A type that the code was found to have.
struct CheckedInput {
  std::string column;
  std::string type;
  bool can_be_missing = false;
};

struct VerificationFacts {
  std::string subject;    // what was compared
  std::size_t rules = 0;  // of the model
  Verification outcome;
  std::vector<std::string> rows;        // per entry of outcome.first: the vector that it is about
  std::vector<CheckedInput> inputs;     // those of a file that is checked alone
  std::optional<SourceProof> source{};  // of a file that was there before
  bool ran = true;                      // false: only the source was looked at

  bool passed() const { return (!ran || outcome.passed()) && !(source && source->verdict == SourceVerdict::foreign); }
};

VerificationFacts verification_facts(const Model& model, const EmitRecord& record, Verification outcome,
                                     const std::string& subject);

std::vector<CheckedInput> checked_inputs(const Model& model, const EmitRecord& record);

// `verbose`: also the inputs.
std::string to_text(const VerificationFacts& facts, bool verbose = false);
nlohmann::ordered_json to_json(const VerificationFacts& facts);

}  // namespace espalier
