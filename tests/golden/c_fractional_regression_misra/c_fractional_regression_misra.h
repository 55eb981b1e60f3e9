// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "delay" (a number) from 2 of 2 columns.
// Tree: 6 nodes, 4 rules, at most 3 tests for an answer.
// Trained on 30 rows; SHA-256 of the data "".
//   algorithm=c45
// Root mean squared error on the training rows: 1.5.
// A missing value (NaN, the sentinel, or unknown) takes every branch by its share, and the answers are blended.
//
//     c_fractional_regression_misra_input row;
//     row.speed = ...;
//     row.line = ...;
//     c_fractional_regression_misra_value answer = c_fractional_regression_misra_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_fractional_regression_misra","options":{"style":"misra"},"model":"ea1967b66f4de6408d3ea16c9d87f28822a1f641a2aa0f35fbd369e22323d3e1","output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"category","sentinel":false}]}
#ifndef ESPALIER_C_FRACTIONAL_REGRESSION_MISRA_H_ea1967b66f4d
#define ESPALIER_C_FRACTIONAL_REGRESSION_MISRA_H_ea1967b66f4d

#if (defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && (__FINITE_MATH_ONLY__ > 0))) && !defined(ESPALIER_ALLOW_FAST_MATH)
#error "this predictor knows missing values by NaN: build it without -ffast-math, or define ESPALIER_ALLOW_FAST_MATH if values are never missing"
#endif

// Espalier's runtime for predictors in C: all that generated code needs beside itself. Freestanding: no library, no heap,
// no static data. Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_C_1
#define ESPALIER_RUNTIME_C_1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether two zero-terminated texts are equal, byte for byte.
static inline bool espalier_1_same_text(const char* a, const char* b) {
  size_t i = 0U;
  while ((a[i] != '\0') && (a[i] == b[i])) {
    ++i;
  }
  return a[i] == b[i];
}

#endif  // ESPALIER_RUNTIME_C_1

// Espalier's runtime for predictors in C that blend the answers of several rules where values are missing: whole-number
// arithmetic on weights, which are multiples of 2^-31. Freestanding. It follows runtime.h, which has the types. Generated
// headers that need it carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_C_1
#define ESPALIER_BLEND_C_1

#define espalier_1_whole_weight 2147483648U

// Compiled for size, what is called for every branch and leaf stands once: an AVR takes more than a hundred bytes for each
// copy of arithmetic on 64 bits.
#if defined(__GNUC__) && (defined(__OPTIMIZE_SIZE__) || defined(__AVR__))
#define espalier_1_once static __attribute__((noinline, unused))
#else
#define espalier_1_once static inline
#endif

// A share of a weight, rounded down.
espalier_1_once uint32_t espalier_1_part_of(uint32_t weight, uint32_t share) {
  const uint64_t product = (uint64_t)weight * share;
  return (uint32_t)(product >> 31U);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
espalier_1_once uint32_t espalier_1_part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  uint32_t part = 0U;
  if (takes) {
    part = weight;
  } else if (!known) {
    part = espalier_1_part_of(weight, share);
  } else {
    part = 0U;
  }
  return part;
}

// What arrives at a leaf: a share of the weight is added to what a label has, and a value as often as the weight says.
espalier_1_once void espalier_1_add_part(uint32_t* sum, uint32_t weight, uint32_t share) {
  *sum += espalier_1_part_of(weight, share);
}
espalier_1_once void espalier_1_add_value(int64_t* sum, uint32_t weight, int32_t value) {
  *sum += (int64_t)weight * value;
}

#endif  // ESPALIER_BLEND_C_1

// The answers: "delay".
typedef float c_fractional_regression_misra_value;

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_fractional_regression_misra_rule;

enum {
  c_fractional_regression_misra_rule_count = 4,
  c_fractional_regression_misra_field_count = 2,
  c_fractional_regression_misra_max_tests = 3  // the most conditions that c_fractional_regression_misra_predict() or c_fractional_regression_misra_predict_rule() evaluates for a row without missing values
};

// Values of "line"; any other stands for unknown, too.
typedef uint8_t c_fractional_regression_misra_line;
enum {
  c_fractional_regression_misra_line_north,
  c_fractional_regression_misra_line_south,
  c_fractional_regression_misra_line_ring,
  c_fractional_regression_misra_line_depot,
  c_fractional_regression_misra_line_unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
typedef struct {
  float speed;  // "speed", 0 to 3.5 in training
  c_fractional_regression_misra_line line;  // "line"
} c_fractional_regression_misra_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const float* speed;
  const c_fractional_regression_misra_line* line;
} c_fractional_regression_misra_columns;

// What the tree answers for a row that is not blended.
static inline c_fractional_regression_misra_value c_fractional_regression_misra_detail_tree(const c_fractional_regression_misra_input* row) {
  c_fractional_regression_misra_value result;
  if (row->speed <= 0.5f) {
    result = 12.4f;  // rule 1: 4 rows, mean 12.4
  } else if (row->speed <= 2.125f) {
    if ((row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_north) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_south)) {
      result = 1.8f;  // rule 2: 15 rows, mean 1.8
    } else {
      result = 4.6f;  // rule 3: 5 rows, mean 4.6
    }
  } else {
    result = -0.7f;  // rule 4: 6 rows, mean -0.7
  }
  return result;
}

// Which rule answers for a row that is not blended.
static inline c_fractional_regression_misra_rule c_fractional_regression_misra_detail_tree_rule(const c_fractional_regression_misra_input* row) {
  c_fractional_regression_misra_rule result;
  if (row->speed <= 0.5f) {
    result = 1U;  // rule 1: 4 rows, mean 12.4
  } else if (row->speed <= 2.125f) {
    if ((row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_north) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_south)) {
      result = 2U;  // rule 2: 15 rows, mean 1.8
    } else {
      result = 3U;  // rule 3: 5 rows, mean 4.6
    }
  } else {
    result = 4U;  // rule 4: 6 rows, mean -0.7
  }
  return result;
}

// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
typedef struct {
  int64_t sum;  // of the weights times the values, which are multiples of 2^-26
  uint32_t largest;  // the weight that arrives at `rule`: no other gets more
  c_fractional_regression_misra_rule rule;
} c_fractional_regression_misra_blend;

// Whether every test finds a value, so that nothing has to be blended.
static inline bool c_fractional_regression_misra_detail_complete(const c_fractional_regression_misra_input* row) {
  return (row->speed == row->speed) &&
         ((row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_north) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_south) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_ring));
}

espalier_1_once void c_fractional_regression_misra_detail_arrive(uint32_t weight, c_fractional_regression_misra_rule rule, c_fractional_regression_misra_blend* blend) {
  if ((weight > blend->largest) || ((weight == blend->largest) && (rule < blend->rule))) {
    blend->largest = weight;
    blend->rule = rule;
  }
}

// Sends a weight down the tree and adds up what the rules answer.
static inline void c_fractional_regression_misra_detail_blend_1(const c_fractional_regression_misra_input* row, uint32_t weight, c_fractional_regression_misra_blend* blend) {
  uint32_t part_0 = weight;
  uint32_t part_1 = 0U;
  part_1 = espalier_1_part_taken(part_0, row->speed <= 0.5f, row->speed == row->speed, 286331153U);
  if (part_1 != 0U) {
    c_fractional_regression_misra_detail_arrive(part_1, 1U, blend);  // rule 1: 4 rows, mean 12.4
    espalier_1_add_value(&blend->sum, part_1, 832149914);
  }
  part_1 = espalier_1_part_taken(part_0, row->speed > 2.125f, row->speed == row->speed, 429496729U);
  if (part_1 != 0U) {
    c_fractional_regression_misra_detail_arrive(part_1, 4U, blend);  // rule 4: 6 rows, mean -0.7
    espalier_1_add_value(&blend->sum, part_1, -46976205);
  }
  part_0 = espalier_1_part_taken(part_0, (row->speed > 0.5f) && (row->speed <= 2.125f), row->speed == row->speed, 1431655765U);
  part_1 = espalier_1_part_taken(part_0, row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_ring, (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_north) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_south) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_ring), 536870912U);
  if (part_1 != 0U) {
    c_fractional_regression_misra_detail_arrive(part_1, 3U, blend);  // rule 3: 5 rows, mean 4.6
    espalier_1_add_value(&blend->sum, part_1, 308700774);
  }
  part_0 = espalier_1_part_taken(part_0, (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_north) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_south), (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_north) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_south) || (row->line == (c_fractional_regression_misra_line)c_fractional_regression_misra_line_ring), 1610612736U);
  c_fractional_regression_misra_detail_arrive(part_0, 2U, blend);  // rule 2: 15 rows, mean 1.8
  espalier_1_add_value(&blend->sum, part_0, 120795955);
}

static inline void c_fractional_regression_misra_detail_blended(const c_fractional_regression_misra_input* row, c_fractional_regression_misra_blend* blend) {
  blend->sum = 0;
  blend->largest = 0U;
  blend->rule = 0U;
  c_fractional_regression_misra_detail_blend_1(row, espalier_1_whole_weight, blend);
}

// Whether several rules answer for the row; if so, `blend` gets what they add up to.
static inline bool c_fractional_regression_misra_detail_blends(const c_fractional_regression_misra_input* row, c_fractional_regression_misra_blend* blend) {
  bool blends = false;
  if (!c_fractional_regression_misra_detail_complete(row)) {
    c_fractional_regression_misra_detail_blended(row, blend);
    blends = blend->largest != espalier_1_whole_weight;  // otherwise one rule has all of the weight
  }
  return blends;
}

// One conversion, which rounds; the factors are powers of two and do not.
static inline c_fractional_regression_misra_value c_fractional_regression_misra_detail_answer_of(const c_fractional_regression_misra_blend* blend) {
  const int64_t sum = blend->sum / 256;
  return (c_fractional_regression_misra_value)sum * 1.7763568e-15f;
}

// What the model answers for the row.
static inline c_fractional_regression_misra_value c_fractional_regression_misra_predict(const c_fractional_regression_misra_input* row) {
  c_fractional_regression_misra_blend blend;
  c_fractional_regression_misra_value answer;
  if (c_fractional_regression_misra_detail_blends(row, &blend)) {
    answer = c_fractional_regression_misra_detail_answer_of(&blend);
  } else {
    answer = c_fractional_regression_misra_detail_tree(row);
  }
  return answer;
}

// Which rule answers for the row: of a blend the one with the largest weight.
static inline c_fractional_regression_misra_rule c_fractional_regression_misra_predict_rule(const c_fractional_regression_misra_input* row) {
  c_fractional_regression_misra_rule rule;
  if (c_fractional_regression_misra_detail_complete(row)) {
    rule = c_fractional_regression_misra_detail_tree_rule(row);
  } else {
    c_fractional_regression_misra_blend blend;
    c_fractional_regression_misra_detail_blended(row, &blend);
    rule = blend.rule;
  }
  return rule;
}

// The answers for `count` rows.
static inline void c_fractional_regression_misra_predict_batch(const c_fractional_regression_misra_input* rows, size_t count, c_fractional_regression_misra_value* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_fractional_regression_misra_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_fractional_regression_misra_predict_columns(const c_fractional_regression_misra_columns* columns, size_t count, c_fractional_regression_misra_value* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_fractional_regression_misra_input row;
    row.speed = columns->speed[i];
    row.line = columns->line[i];
    out[i] = c_fractional_regression_misra_predict(&row);
  }
}

// The value of "line" as it is spelled in the data; "" for unknown.
static inline const char* c_fractional_regression_misra_line_text(c_fractional_regression_misra_line value) {
  static const char* const texts[4] = {
      "north",
      "south",
      "ring",
      "depot",
  };
  const char* text = "";
  if (value < 4U) {
    text = texts[value];
  }
  return text;
}

// The value of "line" with this spelling; unknown if there is none.
static inline c_fractional_regression_misra_line c_fractional_regression_misra_parse_line(const char* text) {
  uint8_t value = 0U;
  while ((value < 4U) && !espalier_1_same_text(text, c_fractional_regression_misra_line_text(value))) {
    ++value;
  }
  return value;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_fractional_regression_misra_describe_rule(c_fractional_regression_misra_rule rule) {
  static const char* const texts[4] = {
      "speed <= 0.5 => 12.4 (4 rows)",
      "0.5 < speed <= 2.125 and line in {north, south} => 1.8 (15 rows)",
      "0.5 < speed <= 2.125 and line in {ring, depot} => 4.6 (5 rows)",
      "speed > 2.125 => -0.7 (6 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 4U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_fractional_regression_misra_field_name(uint32_t field) {
  static const char* const names[2] = {
      "speed",
      "line",
  };
  const char* name = "";
  if (field < 2U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_fractional_regression_misra_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_fractional_regression_misra_model_hash(void) {
  return "ea1967b66f4de6408d3ea16c9d87f28822a1f641a2aa0f35fbd369e22323d3e1";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_fractional_regression_misra_model_id(void) {
  return 0xea1967b66f4de640ULL;
}

#endif  // ESPALIER_C_FRACTIONAL_REGRESSION_MISRA_H_ea1967b66f4d
