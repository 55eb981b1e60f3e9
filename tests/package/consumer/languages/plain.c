#include "wine_c.h"

int rule_in_c(void);

int rule_in_c(void) {
  wine_c_input row = {0};
  return (int)wine_c_predict_rule(&row);
}
