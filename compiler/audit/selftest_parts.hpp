// How the vectors of a self-test are divided: the smallest chips hold a part of them at a time.
#pragma once

#include <cstddef>
#include <vector>

#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// What the vectors of a part take at most. An AVR's compiler takes no array of 32 KB, and half of a small chip's flash
// is wanted for the predictor.
inline constexpr std::size_t kSelftestPartBytes = 8192;

// What a vector takes where nothing is aligned, as on an AVR: its row, its answer and its rules.
std::size_t vector_bytes(const Model& model, const Lowered& lowered);

// Divides vectors, of which `witnesses` tells which are the witness of a rule, into parts of at most `per_part`;
// numbers ascend within a part. The first part is a sample of all: the witnesses of as many rules as it holds and, if
// it holds all of them, others, both evenly spread. The other parts have the rest in order.
std::vector<std::vector<std::size_t>> divide_vectors(const std::vector<bool>& witnesses, std::size_t per_part);

}  // namespace espalier
