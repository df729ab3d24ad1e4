// Mirrors ops/api/options.hpp.
#include "ops/api/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace {

using testing::HasSubstr;

struct Parsed {
  ops::Options options;
  std::string said;
};

Parsed parse(std::vector<const char*> words, int diags = 1) {
  std::ostringstream out;
  words.insert(words.begin(), "program");
  const auto options =
      ops::parse_options(static_cast<int>(words.size()), words.data(), diags, out, ops::Where::current());
  return {options, out.str()};
}

auto parsing(std::vector<const char*> words) {
  return [words] { parse(words); };
}

TEST(OptionsTest, DefaultsAreThoseOfTheProgram) {
  const Parsed p = parse({}, 2);
  EXPECT_EQ(p.options.diags, 2);
  EXPECT_TRUE(p.options.derivatives);
  EXPECT_FALSE(p.options.check);
  EXPECT_TRUE(p.options.words.empty());
  EXPECT_EQ(p.said, "");
}

TEST(OptionsTest, DashesDoNotMatter) {
  for (const char* word : {"OPS_DIAGS=4", "-OPS_DIAGS=4", "--OPS_DIAGS=4"}) EXPECT_EQ(parse({word}).options.diags, 4);
  EXPECT_FALSE(parse({"-OPS_AD=0"}).options.derivatives);
  EXPECT_TRUE(parse({"OPS_AD"}).options.derivatives);
  EXPECT_TRUE(parse({"-OPS_CHECK"}).options.check);
}

TEST(OptionsTest, LastOfEqualWordsCounts) { EXPECT_EQ(parse({"OPS_DIAGS=4", "OPS_DIAGS=3"}).options.diags, 3); }

TEST(OptionsTest, OtherWordsBelongToTheApplication) {
  const Parsed p = parse({"-sizex=10", "input.OPS_", "", "-", "NOPS_DIAGS=3"});
  EXPECT_TRUE(p.options.words.empty());
  EXPECT_EQ(p.said, "");
}

TEST(OptionsTest, UnknownWordsGetOneLine) {
  EXPECT_THAT(parse({"-OPS_DIAG=3"}).said, HasSubstr("unknown option 'OPS_DIAG', did you mean 'OPS_DIAGS'?"));
  EXPECT_THAT(parse({"OPS_TILNIG"}).said, HasSubstr("did you mean 'OPS_TILING'?"));
  const std::string far = parse({"OPS_SOMETHING_ELSE=1"}).said;
  EXPECT_THAT(far, HasSubstr("unknown option 'OPS_SOMETHING_ELSE'"));
  EXPECT_THAT(far, testing::Not(HasSubstr("did you mean")));
  EXPECT_EQ(std::count(far.begin(), far.end(), '\n'), 1);
}

TEST(OptionsTest, OptionsWithoutEffectSaySo) {
  EXPECT_THAT(parse({"OPS_BLOCK_SIZE_X=32", "OPS_CL_DEVICE=1"}).said,
              HasSubstr("'OPS_BLOCK_SIZE_X' is accepted, but has no effect"));
  EXPECT_EQ(parse({"OPS_FORCE_DECOMP_X=0,2,1"}).options.words.at("OPS_FORCE_DECOMP_X"), "0,2,1");
}

TEST(OptionsTest, BadValuesAreRefused) {
  const auto refused = [](const char* word, const char* expected) {
    EXPECT_THAT(parsing({word}),
                testing::ThrowsMessage<OPSException>(testing::AllOf(HasSubstr(word), HasSubstr(expected))));
  };
  refused("OPS_DIAGS=many", "option 'OPS_DIAGS=many': the value must be an integer greater than or equal to 0");
  refused("OPS_DIAGS=", "an integer");
  refused("-OPS_DIAGS=-1", "an integer greater than or equal to 0");
  refused("OPS_DIAGS=3x", "an integer");
  refused("OPS_DIAGS=99999999999", "an integer");
  refused("OPS_AD=2", "0 or 1");
  refused("-OPS_AD_CHECK=dots", "the value must be one or more of taylor, dot, loops and poison, separated by commas");
  refused("-OPS_AD_CHECK=", "taylor, dot, loops and poison");
  refused("-OPS_AD_MARKS=yes", "the value must be 0, 1 or found");
  refused("OPS_CHECK=yes", "0 or 1");
  refused("OPS_TILESIZE_X=0", "an integer greater than or equal to 1");
  refused("OPS_FORCE_DECOMP_X=1,,2", "separated by commas");
  refused("OPS_FORCE_DECOMP_X=1,", "separated by commas");
  refused("OPS_AD_TRACE=", "the value must not be empty");
}

TEST(OptionsTest, HelpListsPresentValues) {
  std::ostringstream out;
  ops::print_options(out, parse({"OPS_DIAGS=5", "-OPS_AD=0"}).options);
  EXPECT_THAT(out.str(),
              testing::AllOf(testing::ContainsRegex("OPS_DIAGS +5 "), testing::ContainsRegex("OPS_AD +0 "),
                             testing::ContainsRegex("OPS_CHECK +0 "), testing::ContainsRegex("OPS_DEVICE +not set ")));
}

TEST(OptionsTest, NullArgumentsAreRefused) {
  std::ostringstream out;
  EXPECT_THAT([&] { ops::parse_options(3, nullptr, 1, out, ops::Where::current()); },
              testing::ThrowsMessage<OPSException>(HasSubstr("argc is 3, but argv is null")));
  EXPECT_NO_THROW(ops::parse_options(0, nullptr, 1, out, ops::Where::current()));
  EXPECT_NO_THROW(ops::parse_options(-4, nullptr, 1, out, ops::Where::current()));
  const char* words[] = {"program", nullptr, "OPS_DIAGS=2"};
  EXPECT_EQ(ops::parse_options(3, words, 1, out, ops::Where::current()).diags, 2);
}

}  // namespace
