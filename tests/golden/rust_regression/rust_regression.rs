// A decision tree as Rust, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "price" (a number) from 3 of 3 columns.
// Tree: 7 nodes, 4 rules, at most 2 tests for an answer.
// Trained on 20 rows; SHA-256 of the data "".
//   algorithm=cart criterion=variance prune=none
// Root mean squared error on the training rows: 26.46.
// Root mean squared error by "10-fold cross-validation, seed 1": 61.5.
// A missing value (NaN, the sentinel, or unknown) takes the branch that served the training rows better.
//
//     let row = rust_regression::Input {
//         area: ...,
//         rooms: ...,
//         district: ...,
//     };
//     let answer = rust_regression::predict(&row);
//
// A file for `mod rust_regression;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_regression","model":"464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a","output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answer: "price".
pub type Value = f32;

/// Numbers a leaf of the tree, from 1, in reading order.
pub type Rule = u8;

pub const RULE_COUNT: Rule = 4;
pub const FIELD_COUNT: usize = 3;
/// The most conditions that `predict` or `predict_rule` evaluates.
pub const MAX_TESTS: usize = 2;

/// Values of "district".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum District {
    Centre,
    River,
    Hill,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl District {
    /// Every value that training saw.
    pub const ALL: [District; 3] = [
        District::Centre,
        District::River,
        District::Hill,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            District::Centre => "centre",
            District::River => "river",
            District::Hill => "hill",
            District::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> District {
        for value in District::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        District::Unknown
    }
}

/// The i32 that stands for a missing value.
pub const MISSING_I32: i32 = -2147483648;

/// One row, with the columns that the tree reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "area", 18.5 to 240 in training
    pub area: f32,
    /// "rooms", 1 to 9 in training; MISSING_I32 if missing
    pub rooms: i32,
    /// "district"
    pub district: District,
}

/// What the model answers for the row.
pub fn predict(row: &Input) -> Value {
    if !(row.area > 61.25) {
        if row.rooms <= 1 && row.rooms != MISSING_I32 {  // 1.5
            return 120.1;  // rule 1: 5 rows, mean 120.1
        }
        return 230.0;  // rule 2: 6 rows, mean 230
    }
    if row.district == District::Centre || row.district == District::River {
        return 610.7;  // rule 3: 4 rows, mean 610.7
    }
    return 363.75;  // rule 4: 5 rows, mean 363.75
}

/// Which rule answers for the row.
pub fn predict_rule(row: &Input) -> Rule {
    if !(row.area > 61.25) {
        if row.rooms <= 1 && row.rooms != MISSING_I32 {  // 1.5
            return 1;  // rule 1: 5 rows, mean 120.1
        }
        return 2;  // rule 2: 6 rows, mean 230
    }
    if row.district == District::Centre || row.district == District::River {
        return 3;  // rule 3: 4 rows, mean 610.7
    }
    return 4;  // rule 4: 5 rows, mean 363.75
}

/// The answers for as many rows as `rows` and `out` both have.
pub fn predict_batch(rows: &[Input], out: &mut [Value]) {
    for (row, answer) in rows.iter().zip(out.iter_mut()) {
        *answer = predict(row);
    }
}

/// The rule in words; "" for a number that is no rule's.
pub const fn describe_rule(rule: Rule) -> &'static str {
    match rule {
        1 => "(area <= 61.25 or missing) and rooms <= 1.5 => 120.1 (5 rows)",
        2 => "(area <= 61.25 or missing) and (rooms > 1.5 or missing) => 230 (6 rows)",
        3 => "area > 61.25 and district != hill => 610.7 (4 rows)",
        4 => "area > 61.25 and (district = hill or missing) => 363.75 (5 rows)",
        _ => "",
    }
}

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "area",
        1 => "rooms",
        2 => "district",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0x464e694d6cd6baa2
}
