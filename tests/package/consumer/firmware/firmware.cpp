#include "iris.hpp"

extern "C" int is_setosa(float petal_length, float petal_width);

extern "C" int is_setosa(float petal_length, float petal_width) {
  iris::Input row = {};
  row.petal_length = petal_length;
  row.petal_width = petal_width;
  return iris::predict(row) == iris::Label::setosa ? 1 : 0;
}
