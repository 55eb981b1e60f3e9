// What holds of everything that is emitted, whatever the model and its names.
#pragma once

#include "emit/emit.hpp"
#include "fuzz/fuzz.hpp"
#include "model/model.hpp"

namespace espalier::fuzz {

// A language, and options that go with it.
Making some_making(const Model& model, RandomEngine& choices);

// Lowers and emits the model. The decision program must answer as the model does, and the text must be inert and what
// `verify` takes for Espalier's. Throws Diagnostic where the language cannot say the model.
Made check_emitted(const Model& model, const Making& making);

// The output has the same signs, words and literals in the same order as that of a model that differs in names alone.
void require_same_structure(const Made& hostile, const Made& tame);

// The output is what two compilers take: C++ by g++ and clang++, C by gcc and clang, Rust by rustc; SQL is run by
// SQLite on every boundary vector. What is not installed is left out. Takes a second or so.
void require_compiles(const Model& model, const Made& made);

}  // namespace espalier::fuzz
