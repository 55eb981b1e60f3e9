// How an output was made, as one line of the output itself (`// espalier: {...}`, `-- espalier: {...}`), so that
// `verify` can make it again from the model, and knows how to call it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emit/emit_options.hpp"
#include "lower/input_type.hpp"
#include "lower/pipeline.hpp"
#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

struct EmitRecord {
  Language language = Language::cpp;
  std::string space;                          // the namespace
  std::vector<Field> fields;                  // types and sentinels; notes are not kept
  std::string model_sha256;                   // of the model file; may be empty
  ValueType value_type = ValueType::float64;  // regression
  SqlDialect dialect = SqlDialect::ansi;      // SQL
  std::string table{};                        // SQL
  bool probabilities = false;                 // SQL
  std::size_t parts = 0;                      // cpp_sources: source files beside the header
  std::optional<std::size_t> share_above{};   // headers in which words share enumerators: in columns of more words

  // What else was asked for.
  std::string version{};  // of the Espalier that made it; empty: of one that did not say
  Goal goal = Goal::readable;
  BodyForm form = BodyForm::early_return;
  std::optional<Shape> shape{};  // none: the goal's usual one
  bool early_exit = false;       // several trees
  RuntimeForm runtime = RuntimeForm::inlined;
  FieldSelection selection = FieldSelection::used;
  TypeLoss loss = TypeLoss::refused;
  std::vector<bool> types_asked{};  // per field: its type was given, not chosen; none: all were chosen
  bool value_type_asked = false;    // regression
  std::size_t parts_asked = 0;      // cpp_sources; 0: as many as the size asks for
};

EmitRecord emit_record(const Model& model, const Lowered& lowered, const EmitOptions& options);

std::string write_emit_record(const EmitRecord& record, Task task);

// The record of a header's text; none if it has no such line. Throws Diagnostic(bad_input) if the line does not fit the
// model.
std::optional<EmitRecord> read_emit_record(std::string_view header, const Model& model, const std::string& name);

}  // namespace espalier
