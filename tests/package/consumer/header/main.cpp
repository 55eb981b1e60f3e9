#include "iris.hpp"

int main() {
  iris::Input row = {};
  row.petal_length = 1.4F;
  row.petal_width = 0.2F;
  return iris::predict(row) == iris::Label::setosa ? 0 : 1;
}
