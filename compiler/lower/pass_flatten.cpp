#include <utility>

#include "lower/passes.hpp"

namespace espalier {

Program flatten(Program program) {
  for (Function& function : program.functions) function.lines = lines_of(program, function);
  return program;
}

}  // namespace espalier
