// --language rust as a user meets it.
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace espalier::tool_test::rust_test {
namespace {

using ::testing::HasSubstr;

class Rust : public Cli {
 protected:
  void SetUp() override { expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json -q"); }
  // The system's, if it is there.
  std::string compiler() const {
    for (const std::string each : {"/usr/bin/rustc", "rustc"}) {
      if (box.shell(each + " --version").exit_code == 0) return each;
    }
    return "";
  }
  void emit() const { expect_success(box, "emit golf.json --language rust -o golf.rs -q"); }
};

TEST_F(Rust, BuildChecksTheModule) {
  if (compiler().empty()) GTEST_SKIP() << "rustc is not installed";
  const Outcome built =
      expect_success(box, "build data/golf.csv -t play -a c45 --language rust -o golf.rs --compiler " + compiler());
  EXPECT_THAT(built.out, HasSubstr("verified  golf.rs: "));
  EXPECT_THAT(built.out, HasSubstr(" 0 mismatches (" + compiler() + ")"));
  EXPECT_THAT(box.read("golf.rs"), HasSubstr("pub fn predict(row: &Input) -> Label {"));
}

TEST_F(Rust, VerifyTakesLanguageAndCompilerFromWhereTheyAre) {
  if (compiler().empty()) GTEST_SKIP() << "rustc is not installed";
  emit();
  const Outcome verified = box.run({"verify", "golf.json", "golf.rs"}, {}, {"RUSTC=" + compiler()});
  EXPECT_EQ(verified.exit_code, kDone) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr(" 0 mismatches (" + compiler() + ")"));
}

TEST_F(Rust, VerifyFindsAChangedThreshold) {
  if (compiler().empty()) GTEST_SKIP() << "rustc is not installed";
  emit();
  ASSERT_EQ(box.shell("sed -i 's/humidity <= 75/humidity <= 76/' golf.rs").exit_code, 0);
  const Outcome verified = box.run("verify golf.json golf.rs --compiler " + compiler());
  EXPECT_EQ(verified.exit_code, kCheckFailed);
  EXPECT_THAT(verified.out, HasSubstr("humidity = 76"));
}

TEST_F(Rust, VerifySaysWhatTheCompilerSaid) {
  if (compiler().empty()) GTEST_SKIP() << "rustc is not installed";
  emit();
  ASSERT_EQ(box.shell("sed -i 's/humidity: i32/humidity: i16/' golf.rs").exit_code, 0);
  const Outcome verified = box.run("verify golf.json golf.rs --compiler " + compiler());
  EXPECT_EQ(verified.exit_code, kCheckFailed);
  EXPECT_THAT(verified.out, HasSubstr("it does not compile"));
}

TEST_F(Rust, ACompilerThatIsNotThereIsAnError) {
  emit();
  EXPECT_THAT(expect_failure(box, kBadInput, "verify golf.json golf.rs --compiler no-such-compiler").err,
              HasSubstr("install rustc"));
}

// What docs/rust.md lists, used as it says.
TEST_F(Rust, AProgramUsesTheModule) {
  if (compiler().empty()) GTEST_SKIP() << "rustc is not installed";
  emit();
  box.write("main.rs", R"(mod golf;
use golf::{Input, Outlook, Windy};

fn main() {
    let row = Input {
        outlook: Outlook::from_text("sunny"),
        humidity: 70,
        windy: Windy::False,
    };
    let label = golf::predict(&row);
    println!("{}: {}", label.text(), golf::describe_rule(golf::predict_rule(&row)));
    assert_eq!(Outlook::from_text("hail"), Outlook::Unknown);
    assert!(golf::margin(&row) > 0.0);
    let mut answers = [golf::Label::DonTPlay; 2];
    golf::predict_batch(&[row, row], &mut answers);
    assert_eq!(answers, [label, label]);
}
)");
  const Outcome ran = box.shell(compiler() + " --edition=2021 -D warnings main.rs -o main && ./main");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Play: outlook = sunny and humidity <= 75 => Play"));
}

TEST_F(Rust, TheSelftestIsAProgram) {
  if (compiler().empty()) GTEST_SKIP() << "rustc is not installed";
  expect_success(box, "emit golf.json --language rust -o golf.rs --selftest selftest.rs -q");
  const std::string build = compiler() + " --edition=2018 -D warnings selftest.rs -o selftest && ./selftest";
  const Outcome ran = box.shell(build);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  ASSERT_EQ(box.shell("sed -i 's/humidity <= 75/humidity <= 76/' golf.rs").exit_code, 0);
  EXPECT_NE(box.shell(build).exit_code, 0);
}

TEST_F(Rust, WhatItHasNotIsRefused) {
  const auto refusal = [&](const std::string& options) {
    return expect_failure(box, kUsage, "emit golf.json --language rust -o golf.rs " + options).err;
  };
  EXPECT_THAT(refusal("--style misra"), HasSubstr("--style has no meaning with --language rust"));
  EXPECT_THAT(refusal("--shape table"), HasSubstr("--shape table has no meaning with --language rust"));
  EXPECT_THAT(refusal("--runtime include"), HasSubstr("--runtime has no meaning with --language rust"));
  EXPECT_THAT(refusal("--optimize speed --dump-after select"),
              HasSubstr("there is no pass select with --language rust"));
}

}  // namespace
}  // namespace espalier::tool_test::rust_test
