// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "state" ("idle", "busy" and "faulty") from 3 of 3 columns.
// Tree: 5 nodes, 3 rules, at most 5 tests for an answer.
// Trained on 22 rows; SHA-256 of the data "".
//   algorithm=cart
// Accuracy on the training rows: 90.0 %.
// For a missing value (NaN, the sentinel, or unknown) other columns decide, in the order that the tests give; at last the branch is fixed.
//
//     c_surrogate_misra_input row;
//     row.current = ...;
//     row.load = ...;
//     row.phase = ...;
//     c_surrogate_misra_label answer = c_surrogate_misra_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_surrogate_misra","options":{"style":"misra"},"model":"57c827a22b4ef1aab9242d93cc5dcfaaa2ea15bbe8837a8f456e4dfc7b1344ae","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_C_SURROGATE_MISRA_H_57c827a22b4e
#define ESPALIER_C_SURROGATE_MISRA_H_57c827a22b4e

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

// The answers: "state".
typedef uint8_t c_surrogate_misra_label;
enum {
  c_surrogate_misra_label_idle,
  c_surrogate_misra_label_busy,
  c_surrogate_misra_label_faulty,
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_surrogate_misra_rule;

enum {
  c_surrogate_misra_label_count = 3,
  c_surrogate_misra_rule_count = 3,
  c_surrogate_misra_field_count = 3,
  c_surrogate_misra_max_tests = 5  // the most conditions that c_surrogate_misra_predict() or c_surrogate_misra_predict_rule() evaluates
};

// Values of "phase"; any other stands for unknown, too.
typedef uint8_t c_surrogate_misra_phase;
enum {
  c_surrogate_misra_phase_start,
  c_surrogate_misra_phase_run,
  c_surrogate_misra_phase_stop,
  c_surrogate_misra_phase_unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
#define c_surrogate_misra_missing_int32 (-2147483647 - 1)

// One row, with the columns that the tree reads.
typedef struct {
  float current;  // "current", 0 to 9.75 in training
  int32_t load;  // "load", 0 to 100 in training; c_surrogate_misra_missing_int32 if missing
  c_surrogate_misra_phase phase;  // "phase"
} c_surrogate_misra_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const float* current;
  const int32_t* load;
  const c_surrogate_misra_phase* phase;
} c_surrogate_misra_columns;

// What the model answers for the row.
static inline c_surrogate_misra_label c_surrogate_misra_predict(const c_surrogate_misra_input* row) {
  c_surrogate_misra_label result;
  if ((row->current == row->current) ? (row->current <= 2.4499998f)
      : (row->load != c_surrogate_misra_missing_int32) ? (row->load <= 30)
      : ((row->phase == (c_surrogate_misra_phase)c_surrogate_misra_phase_start) || (row->phase == (c_surrogate_misra_phase)c_surrogate_misra_phase_stop))) {
    result = (c_surrogate_misra_label)c_surrogate_misra_label_idle;  // rule 1: 9 rows, 88.9 % "idle"
  } else if ((row->phase < (c_surrogate_misra_phase)c_surrogate_misra_phase_unknown) ? ((row->phase == (c_surrogate_misra_phase)c_surrogate_misra_phase_start) || (row->phase == (c_surrogate_misra_phase)c_surrogate_misra_phase_run))
      : (row->load <= 90)) {
    result = (c_surrogate_misra_label)c_surrogate_misra_label_busy;  // rule 2: 10 rows, 90.0 % "busy"
  } else {
    result = (c_surrogate_misra_label)c_surrogate_misra_label_faulty;  // rule 3: 3 rows, 100.0 % "faulty"
  }
  return result;
}

// Which rule answers for the row.
static inline c_surrogate_misra_rule c_surrogate_misra_predict_rule(const c_surrogate_misra_input* row) {
  c_surrogate_misra_rule result;
  if ((row->current == row->current) ? (row->current <= 2.4499998f)
      : (row->load != c_surrogate_misra_missing_int32) ? (row->load <= 30)
      : ((row->phase == (c_surrogate_misra_phase)c_surrogate_misra_phase_start) || (row->phase == (c_surrogate_misra_phase)c_surrogate_misra_phase_stop))) {
    result = 1U;  // rule 1: 9 rows, 88.9 % "idle"
  } else if ((row->phase < (c_surrogate_misra_phase)c_surrogate_misra_phase_unknown) ? ((row->phase == (c_surrogate_misra_phase)c_surrogate_misra_phase_start) || (row->phase == (c_surrogate_misra_phase)c_surrogate_misra_phase_run))
      : (row->load <= 90)) {
    result = 2U;  // rule 2: 10 rows, 90.0 % "busy"
  } else {
    result = 3U;  // rule 3: 3 rows, 100.0 % "faulty"
  }
  return result;
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_surrogate_misra_detail_distribution_1(c_surrogate_misra_rule rule, float out[3]) {
  switch (rule) {
    case 1U:
      out[0] = 0.8888889f;
      out[1] = 0.11111111f;
      break;
    case 2U:
      out[1] = 0.9f;
      out[2] = 0.1f;
      break;
    case 3U:
      out[2] = 1.0f;
      break;
    default:
      break;
  }
}

// The shares of the labels among the training rows of the row's rule: they add up to 1.
static inline void c_surrogate_misra_probabilities(const c_surrogate_misra_input* row, float out[3]) {
  const c_surrogate_misra_rule rule = c_surrogate_misra_predict_rule(row);
  for (uint32_t i = 0U; i < 3U; ++i) {
    out[i] = 0.0f;
  }
  c_surrogate_misra_detail_distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up.
static inline float c_surrogate_misra_margin(const c_surrogate_misra_input* row) {
  float shares[3];
  const c_surrogate_misra_label answer = c_surrogate_misra_predict(row);
  float runner_up = 0.0f;
  c_surrogate_misra_probabilities(row, shares);
  for (uint32_t i = 0U; i < 3U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_surrogate_misra_predict_batch(const c_surrogate_misra_input* rows, size_t count, c_surrogate_misra_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_surrogate_misra_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_surrogate_misra_predict_columns(const c_surrogate_misra_columns* columns, size_t count, c_surrogate_misra_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_surrogate_misra_input row;
    row.current = columns->current[i];
    row.load = columns->load[i];
    row.phase = columns->phase[i];
    out[i] = c_surrogate_misra_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_surrogate_misra_label_text(c_surrogate_misra_label label) {
  static const char* const texts[3] = {
      "idle",
      "busy",
      "faulty",
  };
  const char* text = "";
  if (label < 3U) {
    text = texts[label];
  }
  return text;
}

// The value of "phase" as it is spelled in the data; "" for unknown.
static inline const char* c_surrogate_misra_phase_text(c_surrogate_misra_phase value) {
  static const char* const texts[3] = {
      "start",
      "run",
      "stop",
  };
  const char* text = "";
  if (value < 3U) {
    text = texts[value];
  }
  return text;
}

// The value of "phase" with this spelling; unknown if there is none.
static inline c_surrogate_misra_phase c_surrogate_misra_parse_phase(const char* text) {
  uint8_t value = 0U;
  while ((value < 3U) && !espalier_1_same_text(text, c_surrogate_misra_phase_text(value))) {
    ++value;
  }
  return value;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_surrogate_misra_describe_rule(c_surrogate_misra_rule rule) {
  static const char* const texts[3] = {
      "current <= 2.45 => idle (8 of 9 rows)",
      "current > 2.45 and phase != stop => busy (9 of 10 rows)",
      "current > 2.45 and phase = stop => faulty (3 of 3 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 3U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_surrogate_misra_field_name(uint32_t field) {
  static const char* const names[3] = {
      "current",
      "load",
      "phase",
  };
  const char* name = "";
  if (field < 3U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_surrogate_misra_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_surrogate_misra_model_hash(void) {
  return "57c827a22b4ef1aab9242d93cc5dcfaaa2ea15bbe8837a8f456e4dfc7b1344ae";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_surrogate_misra_model_id(void) {
  return 0x57c827a22b4ef1aaULL;
}

#endif  // ESPALIER_C_SURROGATE_MISRA_H_57c827a22b4e
