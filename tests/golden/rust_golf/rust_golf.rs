// A decision tree as Rust, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "play" ("Don't Play" and "Play") from 3 of 4 columns.
// Tree: 8 nodes, 5 rules, at most 3 tests for an answer.
// Trained on 14 rows; SHA-256 of the data "3f806c2ced548b0cff61343ed3d746082db504ec72f1a377d9c1fde9fcf43ede".
//   algorithm=c45 criterion=gain-ratio categorical-split=multiway threshold=observed max-depth=0 min-split=4
//   min-leaf=2 min-gain=0 missing=refuse smoothing=m:2 prune=none
// Accuracy of always answering the most frequent class: 64.3 %.
// Accuracy on the training rows: 100.0 %.
// Accuracy by "10-fold cross-validation, 10 rounds, seed 1": 65.7 %, balanced 60.9 %, AUC 0.713.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// Training saw no missing values; a missing value (NaN, the sentinel, or unknown) fails every test.
//
//     let row = rust_golf::Input {
//         outlook: ...,
//         humidity: ...,
//         windy: ...,
//     };
//     let answer = rust_golf::predict(&row);
//
// A file for `mod rust_golf;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_golf","model":"38d90998dfa7f43cc503b00beb930ea4d7d7c2176a361a4682a5967e11a7f2e6","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":2,"type":"int32","sentinel":false},{"feature":3,"type":"category","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answers: "play".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    DonTPlay,  // "Don't Play"
    Play,
}

impl Label {
    /// Every label, in the order of the shares that `probabilities` gives.
    pub const ALL: [Label; 2] = [
        Label::DonTPlay,
        Label::Play,
    ];

    /// The label as it is spelled in the data.
    pub const fn text(self) -> &'static str {
        match self {
            Label::DonTPlay => "Don't Play",
            Label::Play => "Play",
        }
    }
}

/// Numbers a leaf of the tree, from 1, in reading order.
pub type Rule = u8;

pub const LABEL_COUNT: usize = 2;
pub const RULE_COUNT: Rule = 5;
pub const FIELD_COUNT: usize = 3;
/// The most conditions that `predict` or `predict_rule` evaluates.
pub const MAX_TESTS: usize = 3;

/// Values of "outlook".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outlook {
    Overcast,
    Rain,
    Sunny,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Outlook {
    /// Every value that training saw.
    pub const ALL: [Outlook; 3] = [
        Outlook::Overcast,
        Outlook::Rain,
        Outlook::Sunny,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Outlook::Overcast => "overcast",
            Outlook::Rain => "rain",
            Outlook::Sunny => "sunny",
            Outlook::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Outlook {
        for value in Outlook::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Outlook::Unknown
    }
}

/// Values of "windy".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Windy {
    False,
    True,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Windy {
    /// Every value that training saw.
    pub const ALL: [Windy; 2] = [
        Windy::False,
        Windy::True,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Windy::False => "false",
            Windy::True => "true",
            Windy::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Windy {
        for value in Windy::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Windy::Unknown
    }
}

/// One row, with the columns that the tree reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "outlook"
    pub outlook: Outlook,
    /// "humidity", 65 to 96 in training
    pub humidity: i32,
    /// "windy"
    pub windy: Windy,
}

/// What the model answers for the row.
pub fn predict(row: &Input) -> Label {
    if row.outlook == Outlook::Overcast {
        return Label::Play;  // rule 1: 4 rows, 100.0 % "Play"
    }
    if row.outlook == Outlook::Sunny {
        if row.humidity <= 75 {
            return Label::Play;  // rule 4: 2 rows, 100.0 % "Play"
        }
        return Label::DonTPlay;  // rule 5: 3 rows, 100.0 % "Don't Play"
    }
    if row.windy == Windy::True {
        return Label::DonTPlay;  // rule 3: 2 rows, 100.0 % "Don't Play"
    }
    return Label::Play;  // rule 2: 3 rows, 100.0 % "Play"
}

/// Which rule answers for the row.
pub fn predict_rule(row: &Input) -> Rule {
    if row.outlook == Outlook::Overcast {
        return 1;  // rule 1: 4 rows, 100.0 % "Play"
    }
    if row.outlook == Outlook::Sunny {
        if row.humidity <= 75 {
            return 4;  // rule 4: 2 rows, 100.0 % "Play"
        }
        return 5;  // rule 5: 3 rows, 100.0 % "Don't Play"
    }
    if row.windy == Windy::True {
        return 3;  // rule 3: 2 rows, 100.0 % "Don't Play"
    }
    return 2;  // rule 2: 3 rows, 100.0 % "Play"
}

/// Shares of the labels among the training rows of a rule; `out` holds zeros before.
fn distribution_1(rule: Rule, out: &mut [f32; LABEL_COUNT]) {
    match rule {
        1 => {
            out[0] = 0.11904762;
            out[1] = 0.88095236;
        }
        2 => {
            out[0] = 0.14285715;
            out[1] = 0.85714287;
        }
        3 => {
            out[0] = 0.6785714;
            out[1] = 0.32142857;
        }
        4 => {
            out[0] = 0.17857143;
            out[1] = 0.8214286;
        }
        5 => {
            out[0] = 0.74285716;
            out[1] = 0.25714287;
        }
        _ => {}
    }
}

fn rule_shares(rule: Rule) -> [f32; LABEL_COUNT] {
    let mut out = [0.0; LABEL_COUNT];
    match rule {
        1..=5 => distribution_1(rule, &mut out),
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
        1 => "outlook = overcast => Play (4 of 4 rows)",
        2 => "outlook = rain and windy = false => Play (3 of 3 rows)",
        3 => "outlook = rain and windy = true => Don't Play (2 of 2 rows)",
        4 => "outlook = sunny and humidity <= 75 => Play (2 of 2 rows)",
        5 => "outlook = sunny and humidity > 75 => Don't Play (3 of 3 rows)",
        _ => "",
    }
}

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "outlook",
        1 => "humidity",
        2 => "windy",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "38d90998dfa7f43cc503b00beb930ea4d7d7c2176a361a4682a5967e11a7f2e6"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0x38d90998dfa7f43c
}
