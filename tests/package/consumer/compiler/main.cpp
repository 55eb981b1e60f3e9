#include <string>

#include "emit/cpp_header.hpp"
#include "lower/pipeline.hpp"
#include "model/model_json.hpp"
#include "version.hpp"

// A model of one leaf, read, lowered and emitted by the library.
int main() {
  const std::string text = R"({"format": "espalier-model", "version": 1, "task": "classification", "target": "y",
    "labels": ["a", "b"], "features": [], "missing": "refuse", "combination": "single",
    "trees": [{"nodes": [{"test": "leaf", "label": 1, "counts": [1, 2]}]}],
    "provenance": {"tool": "by hand", "data_sha256": "", "rows": 3, "options": {}}})";
  const espalier::Model model = espalier::read_model(text, "model.json");
  espalier::EmitOptions options;
  options.space = "tiny";
  const std::string header = espalier::emit_cpp_header(model, espalier::lower(model, {}), options);
  return header.find("namespace tiny {") != std::string::npos && !std::string(espalier::kVersion).empty() ? 0 : 1;
}
