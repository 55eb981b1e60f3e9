// Bytes into text: gzip, UTF-8, Latin-1, and the encodings that are refused.
#include "data/decode.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test::encoding_test {
namespace {

using testing::StartsWith;

constexpr const char* kCorruptGzip =
    "t.csv: error: the gzip data is corrupt or cut short\n"
    "hint: check the file with gzip -t, or fetch it again\n";

TEST(Encoding, GzipIsRecognisedByItsFirstBytes) {
  const std::string packed = gzip("a,b\n1,2\n");
  const Table table = quiet_table(packed);
  EXPECT_EQ(rows_of(table), (Rows{{"1", "2"}}));
  EXPECT_EQ(table.source.in_memory_text(), "a,b\n1,2\n");
  EXPECT_EQ(table.sha256, sha256_hex(packed));
}

TEST(Encoding, GzipMembersAreJoined) {
  EXPECT_EQ(rows_of(quiet_table(gzip("a,b\n1,2\n") + gzip("3,4\n"))), (Rows{{"1", "2"}, {"3", "4"}}));
}

TEST(Encoding, GzipLargerThanOneChunk) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100'000; ++i) text += "1,2\n";
  EXPECT_EQ(quiet_table(gzip(text)).rows(), 100'000U);
}

TEST(Encoding, GzipCutShortAnywhereIsRefused) {
  const std::string packed = gzip("a,b\n1,2\n3,4\n5,6\n");
  for (std::size_t size = 2; size < packed.size(); ++size) {
    EXPECT_EQ(table_refusal(packed.substr(0, size)), kCorruptGzip) << "cut to " << size << " of " << packed.size();
  }
}

TEST(Encoding, GzipWithADamagedByteIsRefusedOrReadsTheSame) {
  const std::string text = "a,b\n1,2\n3,4\n5,6\n";
  const std::string packed = gzip(text);
  std::size_t refused = 0;
  for (std::size_t at = 10; at < packed.size(); ++at) {  // the 10 bytes of the header hold nothing that is checked
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    try {
      EXPECT_EQ(gunzip("t.csv", damaged, kSourceLimit), text) << "byte " << at;
    } catch (const Diagnostic& diagnostic) {
      EXPECT_EQ(render(diagnostic), kCorruptGzip);
      ++refused;
    }
  }
  // All but the padding of the last compressed byte and the four bytes of the length, which the checksum makes
  // redundant.
  EXPECT_EQ(refused, packed.size() - 10 - 5);
}

TEST(Encoding, GzipFollowedByOtherBytesIsRefused) {
  EXPECT_EQ(table_refusal(gzip("a,b\n1,2\n") + "3,4\n"), kCorruptGzip);
}

TEST(Encoding, GzipOfNothingIsAnEmptyFile) {
  EXPECT_THAT(table_refusal(gzip("")), StartsWith("t.csv: error: the file is empty\n"));
}

TEST(Encoding, GzipIsNotUnpackedBeyondTheLimit) {
  const std::string packed = gzip(std::string(200'000, 'x'));
  EXPECT_EQ(gunzip("t.csv", packed, 200'000).size(), 200'000U);
  EXPECT_EQ(refusal([&] { gunzip("t.csv", packed, 199'999); }),
            "t.csv: error: the text is larger than 199,999 bytes, the most that is read\n"
            "hint: train on a sample of the rows\n");
}

TEST(Encoding, ReadsFiles) {
  const TemporaryDirectory directory;
  OutputFiles files;
  files.stage(directory.path() + "/plain.csv", "a,b\n1,2\n");
  files.stage(directory.path() + "/packed.csv.gz", gzip("a,b\n1,2\n"));
  files.commit();
  for (const char* file : {"/plain.csv", "/packed.csv.gz"}) {
    Warnings warnings;
    const Table table = read_table(directory.path() + file, {}, warnings);
    EXPECT_EQ(rows_of(table), (Rows{{"1", "2"}}));
    EXPECT_EQ(table.name, directory.path() + file);
  }
}

TEST(Encoding, Utf16WithMark) {
  EXPECT_EQ(table_refusal(std::string("\xff\xfe"
                                      "a\0,\0b\0\n\0",
                                      10)),
            "t.csv: error: the file is UTF-16LE, not UTF-8\n"
            "hint: convert it first: iconv -f UTF-16LE -t UTF-8\n");
  EXPECT_EQ(table_refusal(std::string("\xfe\xff\0a\0,\0b\0\n", 10)),
            "t.csv: error: the file is UTF-16BE, not UTF-8\n"
            "hint: convert it first: iconv -f UTF-16BE -t UTF-8\n");
}

TEST(Encoding, Utf16WithoutMark) {
  EXPECT_THAT(table_refusal(std::string("a\0,\0b\0\n\0"
                                        "1\0,\0002\0",
                                        14)),
              StartsWith("t.csv: error: the file is UTF-16LE, not UTF-8\n"));
  EXPECT_THAT(table_refusal(std::string("\0a\0,\0b\0\n\0001\0,\0002", 14)),
              StartsWith("t.csv: error: the file is UTF-16BE, not UTF-8\n"));
  EXPECT_THAT(table_refusal(gzip(std::string("a\0,\0b\0\n\0", 8))),
              StartsWith("t.csv: error: the file is UTF-16LE, not UTF-8\n"));
}

TEST(Encoding, Utf32WithMark) {
  EXPECT_THAT(table_refusal(std::string("\xff\xfe\0\0a\0\0\0", 8)),
              StartsWith("t.csv: error: the file is UTF-32LE, not UTF-8\n"));
  EXPECT_THAT(table_refusal(std::string("\0\0\xfe\xff\0\0\0a", 8)),
              StartsWith("t.csv: error: the file is UTF-32BE, not UTF-8\n"));
}

TEST(Encoding, MalformedUtf8) {
  EXPECT_EQ(table_refusal("name,n\nRené,1\nZo\xeb,2\n"),
            "t.csv:3:3: error: byte 0xEB is not valid UTF-8\n"
            "    3 | Zo\\xeb,2\n"
            "      |   ^\n"
            "hint: use --encoding latin1 if the file is Latin-1, or convert it to UTF-8 with iconv\n");
  EXPECT_THAT(table_refusal("é,\xc0\xaf\n1,2\n"), StartsWith("t.csv:1:3: error: byte 0xC0")) << "overlong";
  EXPECT_THAT(table_refusal("a,b\n1,\xe2\x82"), StartsWith("t.csv:2:3: error: byte 0xE2")) << "cut at the end";
}

TEST(Encoding, Latin1OnRequest) {
  const Table table = quiet_table("name,n\nZo\xeb,2\n", latin1());
  EXPECT_EQ(rows_of(table), (Rows{{"Zoë", "2"}}));
  EXPECT_EQ(table.where(0, 1).column, 5U);
}

TEST(Encoding, TheLimitFitsTheWidthOfACell) {
  EXPECT_EQ(kSourceLimit, std::numeric_limits<std::uint32_t>::max());
}

}  // namespace
}  // namespace espalier::test::encoding_test
