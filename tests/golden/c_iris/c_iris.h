// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "species" ("setosa", "versicolor" and "virginica") from 3 of 4 columns.
// Tree: 13 nodes, 7 rules, at most 5 tests for an answer.
// Trained on 150 rows; SHA-256 of the data "91eb642c3adbc7bad8e99c930c11fa3a5cc8a07262c7a753b4e6ecf405f2e05e".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=refuse smoothing=m:2 prune=cost-complexity alpha=0.0033333333333333335 prune-folds=10
//   se-margin=0.3 prune-seed=1
// Accuracy of always answering the most frequent class: 33.3 %.
// Accuracy on the training rows: 99.3 %.
// Accuracy by "10-fold cross-validation, 7 rounds, seed 1": 94.2 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// Training saw no missing values; a missing value (NaN, the sentinel, or unknown) fails every test.
//
//     c_iris_input row;
//     row.sepal_length = ...;
//     row.petal_length = ...;
//     row.petal_width = ...;
//     c_iris_label answer = c_iris_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_iris","model":"21572f936359bcbf0c385536b63b747afa0144dd6fa9785f897a37027ec1732a","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":2,"type":"float","sentinel":false},{"feature":3,"type":"float","sentinel":false}]}
#ifndef ESPALIER_C_IRIS_H_21572f936359
#define ESPALIER_C_IRIS_H_21572f936359

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

// The answers: "species".
typedef uint8_t c_iris_label;
enum {
  c_iris_label_setosa,
  c_iris_label_versicolor,
  c_iris_label_virginica,
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_iris_rule;

enum {
  c_iris_label_count = 3,
  c_iris_rule_count = 7,
  c_iris_field_count = 3,
  c_iris_max_tests = 5  // the most conditions that c_iris_predict() or c_iris_predict_rule() evaluates
};

// One row, with the columns that the tree reads.
typedef struct {
  float sepal_length;  // "sepal_length", 4.3 to 7.9 in training
  float petal_length;  // "petal_length", 1 to 6.9 in training
  float petal_width;  // "petal_width", 0.1 to 2.5 in training
} c_iris_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const float* sepal_length;
  const float* petal_length;
  const float* petal_width;
} c_iris_columns;

// What the model answers for the row.
static inline c_iris_label c_iris_predict(const c_iris_input* row) {
  if (row->petal_length <= 2.4499998f) {  // 2.45
    return c_iris_label_setosa;  // rule 1: 50 rows, 100.0 % "setosa"
  }
  if (row->petal_width <= 1.75f) {
    if (row->petal_length <= 4.95f) {
      if (row->petal_width <= 1.65f) {
        return c_iris_label_versicolor;  // rule 2: 47 rows, 100.0 % "versicolor"
      }
      return c_iris_label_virginica;  // rule 3: 1 row, 100.0 % "virginica"
    }
    if (row->petal_width <= 1.55f) {
      return c_iris_label_virginica;  // rule 4: 3 rows, 100.0 % "virginica"
    }
    if (row->sepal_length <= 6.95f) {
      return c_iris_label_versicolor;  // rule 5: 2 rows, 100.0 % "versicolor"
    }
    return c_iris_label_virginica;  // rule 6: 1 row, 100.0 % "virginica"
  }
  return c_iris_label_virginica;  // rule 7: 46 rows, 97.8 % "virginica"
}

// Which rule answers for the row.
static inline c_iris_rule c_iris_predict_rule(const c_iris_input* row) {
  if (row->petal_length <= 2.4499998f) {  // 2.45
    return 1;  // rule 1: 50 rows, 100.0 % "setosa"
  }
  if (row->petal_width <= 1.75f) {
    if (row->petal_length <= 4.95f) {
      if (row->petal_width <= 1.65f) {
        return 2;  // rule 2: 47 rows, 100.0 % "versicolor"
      }
      return 3;  // rule 3: 1 row, 100.0 % "virginica"
    }
    if (row->petal_width <= 1.55f) {
      return 4;  // rule 4: 3 rows, 100.0 % "virginica"
    }
    if (row->sepal_length <= 6.95f) {
      return 5;  // rule 5: 2 rows, 100.0 % "versicolor"
    }
    return 6;  // rule 6: 1 row, 100.0 % "virginica"
  }
  return 7;  // rule 7: 46 rows, 97.8 % "virginica"
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_iris_detail_distribution_1(c_iris_rule rule, float out[3]) {
  switch (rule) {
    case 1U:
      out[0] = 0.974359f;
      out[1] = 0.012820513f;
      out[2] = 0.012820513f;
      break;
    case 2U:
      out[0] = 0.013605442f;
      out[1] = 0.9727891f;
      out[2] = 0.013605442f;
      break;
    case 3U:
    case 6U:
      out[0] = 0.22222222f;
      out[1] = 0.22222222f;
      out[2] = 0.5555556f;
      break;
    case 4U:
      out[0] = 0.13333334f;
      out[1] = 0.13333334f;
      out[2] = 0.73333335f;
      break;
    case 5U:
      out[0] = 0.16666667f;
      out[1] = 0.6666667f;
      out[2] = 0.16666667f;
      break;
    case 7U:
      out[0] = 0.013888889f;
      out[1] = 0.034722224f;
      out[2] = 0.9513889f;
      break;
    default:
      break;
  }
}

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
static inline void c_iris_probabilities(const c_iris_input* row, float out[3]) {
  const c_iris_rule rule = c_iris_predict_rule(row);
  for (uint32_t i = 0U; i < 3U; ++i) {
    out[i] = 0.0f;
  }
  c_iris_detail_distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
static inline float c_iris_margin(const c_iris_input* row) {
  float shares[3];
  const c_iris_label answer = c_iris_predict(row);
  float runner_up = 0.0f;
  c_iris_probabilities(row, shares);
  for (uint32_t i = 0U; i < 3U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_iris_predict_batch(const c_iris_input* rows, size_t count, c_iris_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_iris_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_iris_predict_columns(const c_iris_columns* columns, size_t count, c_iris_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_iris_input row;
    row.sepal_length = columns->sepal_length[i];
    row.petal_length = columns->petal_length[i];
    row.petal_width = columns->petal_width[i];
    out[i] = c_iris_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_iris_label_text(c_iris_label label) {
  static const char* const texts[3] = {
      "setosa",
      "versicolor",
      "virginica",
  };
  const char* text = "";
  if (label < 3U) {
    text = texts[label];
  }
  return text;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_iris_describe_rule(c_iris_rule rule) {
  static const char* const texts[7] = {
      "petal_length <= 2.45 => setosa (50 of 50 rows)",
      "2.45 < petal_length <= 4.95 and petal_width <= 1.65 => versicolor (47 of 47 rows)",
      "2.45 < petal_length <= 4.95 and 1.65 < petal_width <= 1.75 => virginica (1 of 1 row)",
      "petal_length > 4.95 and petal_width <= 1.55 => virginica (3 of 3 rows)",
      "petal_length > 4.95 and 1.55 < petal_width <= 1.75 and sepal_length <= 6.95 => versicolor (2 of 2 rows)",
      "petal_length > 4.95 and 1.55 < petal_width <= 1.75 and sepal_length > 6.95 => virginica (1 of 1 row)",
      "petal_length > 2.45 and petal_width > 1.75 => virginica (45 of 46 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 7U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_iris_field_name(uint32_t field) {
  static const char* const names[3] = {
      "sepal_length",
      "petal_length",
      "petal_width",
  };
  const char* name = "";
  if (field < 3U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_iris_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_iris_model_hash(void) {
  return "21572f936359bcbf0c385536b63b747afa0144dd6fa9785f897a37027ec1732a";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_iris_model_id(void) {
  return 0x21572f936359bcbfULL;
}

#endif  // ESPALIER_C_IRIS_H_21572f936359
