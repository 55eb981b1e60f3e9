// Exact text for numbers: what is written reads back bit for bit, in every locale.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace espalier {

// A finite decimal number, correctly rounded to double: optional sign, digits, point, exponent; blanks around it are
// ignored. Nothing else is a number: no hexadecimal, "inf", "nan", or magnitudes that round to infinity.
std::optional<double> parse_number(std::string_view text);

// The shortest decimal text that parses back to the same value: "0.1", "5", "1e+300". Finite values only.
std::string shortest(double value);
std::string shortest(float value);

// The digits of shortest() without an exponent, for languages that have none: 1e+21 as 1000000000000000000000.
std::string plain_decimal(double value);

// A figure for people with a fixed number of decimals, in the C locale: fixed(0.9333, 1) == "0.9".
std::string fixed(double value, int decimals);
// The least decimal of so many significant digits that is not below the value, which is at least 0; more digits where
// it takes them to stay below a limit. For figures that are read off and typed in again, where less would not do.
std::string rounded_up(double value, int digits, double below = std::numeric_limits<double>::infinity());
// "94.7 %"
std::string percent(double fraction);

}  // namespace espalier
