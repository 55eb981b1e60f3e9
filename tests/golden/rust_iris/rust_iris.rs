// A decision tree as Rust, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
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
//     let row = rust_iris::Input {
//         sepal_length: ...,
//         petal_length: ...,
//         petal_width: ...,
//     };
//     let answer = rust_iris::predict(&row);
//
// A file for `mod rust_iris;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_iris","model":"21572f936359bcbf0c385536b63b747afa0144dd6fa9785f897a37027ec1732a","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":2,"type":"float","sentinel":false},{"feature":3,"type":"float","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answers: "species".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    Setosa,
    Versicolor,
    Virginica,
}

impl Label {
    /// Every label, in the order of the shares that `probabilities` gives.
    pub const ALL: [Label; 3] = [
        Label::Setosa,
        Label::Versicolor,
        Label::Virginica,
    ];

    /// The label as it is spelled in the data.
    pub const fn text(self) -> &'static str {
        match self {
            Label::Setosa => "setosa",
            Label::Versicolor => "versicolor",
            Label::Virginica => "virginica",
        }
    }
}

/// Numbers a leaf of the tree, from 1, in reading order.
pub type Rule = u8;

pub const LABEL_COUNT: usize = 3;
pub const RULE_COUNT: Rule = 7;
pub const FIELD_COUNT: usize = 3;
/// The most conditions that `predict` or `predict_rule` evaluates.
pub const MAX_TESTS: usize = 5;

/// One row, with the columns that the tree reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "sepal_length", 4.3 to 7.9 in training
    pub sepal_length: f32,
    /// "petal_length", 1 to 6.9 in training
    pub petal_length: f32,
    /// "petal_width", 0.1 to 2.5 in training
    pub petal_width: f32,
}

/// What the model answers for the row.
pub fn predict(row: &Input) -> Label {
    if row.petal_length <= 2.4499998 {  // 2.45
        return Label::Setosa;  // rule 1: 50 rows, 100.0 % "setosa"
    }
    if row.petal_width <= 1.75 {
        if row.petal_length <= 4.95 {
            if row.petal_width <= 1.65 {
                return Label::Versicolor;  // rule 2: 47 rows, 100.0 % "versicolor"
            }
            return Label::Virginica;  // rule 3: 1 row, 100.0 % "virginica"
        }
        if row.petal_width <= 1.55 {
            return Label::Virginica;  // rule 4: 3 rows, 100.0 % "virginica"
        }
        if row.sepal_length <= 6.95 {
            return Label::Versicolor;  // rule 5: 2 rows, 100.0 % "versicolor"
        }
        return Label::Virginica;  // rule 6: 1 row, 100.0 % "virginica"
    }
    return Label::Virginica;  // rule 7: 46 rows, 97.8 % "virginica"
}

/// Which rule answers for the row.
pub fn predict_rule(row: &Input) -> Rule {
    if row.petal_length <= 2.4499998 {  // 2.45
        return 1;  // rule 1: 50 rows, 100.0 % "setosa"
    }
    if row.petal_width <= 1.75 {
        if row.petal_length <= 4.95 {
            if row.petal_width <= 1.65 {
                return 2;  // rule 2: 47 rows, 100.0 % "versicolor"
            }
            return 3;  // rule 3: 1 row, 100.0 % "virginica"
        }
        if row.petal_width <= 1.55 {
            return 4;  // rule 4: 3 rows, 100.0 % "virginica"
        }
        if row.sepal_length <= 6.95 {
            return 5;  // rule 5: 2 rows, 100.0 % "versicolor"
        }
        return 6;  // rule 6: 1 row, 100.0 % "virginica"
    }
    return 7;  // rule 7: 46 rows, 97.8 % "virginica"
}

/// Shares of the labels among the training rows of a rule; `out` holds zeros before.
fn distribution_1(rule: Rule, out: &mut [f32; LABEL_COUNT]) {
    match rule {
        1 => {
            out[0] = 0.974359;
            out[1] = 0.012820513;
            out[2] = 0.012820513;
        }
        2 => {
            out[0] = 0.013605442;
            out[1] = 0.9727891;
            out[2] = 0.013605442;
        }
        3 | 6 => {
            out[0] = 0.22222222;
            out[1] = 0.22222222;
            out[2] = 0.5555556;
        }
        4 => {
            out[0] = 0.13333334;
            out[1] = 0.13333334;
            out[2] = 0.73333335;
        }
        5 => {
            out[0] = 0.16666667;
            out[1] = 0.6666667;
            out[2] = 0.16666667;
        }
        7 => {
            out[0] = 0.013888889;
            out[1] = 0.034722224;
            out[2] = 0.9513889;
        }
        _ => {}
    }
}

fn rule_shares(rule: Rule) -> [f32; LABEL_COUNT] {
    let mut out = [0.0; LABEL_COUNT];
    match rule {
        1..=7 => distribution_1(rule, &mut out),
        _ => {}
    }
    out
}

/// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
pub fn probabilities(row: &Input) -> [f32; LABEL_COUNT] {
    rule_shares(predict_rule(row))
}

/// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
pub fn margin(row: &Input) -> f32 {
    let answer = predict(row);
    let mut own = 0.0;
    let mut runner_up = 0.0;
    for (label, share) in Label::ALL.iter().zip(probabilities(row).iter()) {
        if *label == answer {
            own = *share;
        } else if *share > runner_up {
            runner_up = *share;
        }
    }
    own - runner_up
}

/// The answers for as many rows as `rows` and `out` both have.
pub fn predict_batch(rows: &[Input], out: &mut [Label]) {
    for (row, answer) in rows.iter().zip(out.iter_mut()) {
        *answer = predict(row);
    }
}

/// The rule in words; "" for a number that is no rule's.
pub const fn describe_rule(rule: Rule) -> &'static str {
    match rule {
        1 => "petal_length <= 2.45 => setosa (50 of 50 rows)",
        2 => "2.45 < petal_length <= 4.95 and petal_width <= 1.65 => versicolor (47 of 47 rows)",
        3 => "2.45 < petal_length <= 4.95 and 1.65 < petal_width <= 1.75 => virginica (1 of 1 row)",
        4 => "petal_length > 4.95 and petal_width <= 1.55 => virginica (3 of 3 rows)",
        5 => "petal_length > 4.95 and 1.55 < petal_width <= 1.75 and sepal_length <= 6.95 => versicolor (2 of 2 rows)",
        6 => "petal_length > 4.95 and 1.55 < petal_width <= 1.75 and sepal_length > 6.95 => virginica (1 of 1 row)",
        7 => "petal_length > 2.45 and petal_width > 1.75 => virginica (45 of 46 rows)",
        _ => "",
    }
}

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "sepal_length",
        1 => "petal_length",
        2 => "petal_width",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "21572f936359bcbf0c385536b63b747afa0144dd6fa9785f897a37027ec1732a"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0x21572f936359bcbf
}
