#include <cstdio>
#include <cstdlib>

#include "fruit-again.hpp"
#include "predictors/fruit.hpp"

// consumer WEIGHT LENGTH says what the fruit is.
int main(int argc, char** argv) {
  if (argc != 3) return 2;
  fruit::Input row = {};
  row.weight = std::atoi(argv[1]);
  row.length = std::atoi(argv[2]);
  fruit_again::Input again = {};
  again.weight = row.weight;
  again.length = row.length;
  std::printf("%s\n", fruit::to_string(fruit::predict(row)));
  return fruit_again::predict_rule(again) == fruit::predict_rule(row) ? 0 : 1;
}
