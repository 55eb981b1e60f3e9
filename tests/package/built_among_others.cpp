#include <string_view>

#include "golf.hpp"

// Overcast days are for golf, whatever else they are.
int main() {
  golf::Input row = {};
  row.outlook = golf::parse_outlook("overcast");
  return std::string_view(golf::to_string(golf::predict(row))) == "Play" ? 0 : 1;
}
