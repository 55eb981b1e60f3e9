/* The start of a Cortex-M program without a library: fills the RAM, calls main(), and ends the emulator with its result
   (semihosting, SYS_EXIT_EXTENDED). A fault ends it with 99. */
#include <stddef.h>
#include <stdint.h>

extern uint32_t data_begin[], data_end[], data_in_flash[], bss_begin[], bss_end[], stack_top[];
int main(void);

__attribute__((noreturn)) static void leave(int code) {
  const uint32_t stopped_by_application = 0x20026;
  const uint32_t block[2] = {stopped_by_application, (uint32_t)code};
  register uint32_t operation __asm("r0") = 0x20;
  register const uint32_t* argument __asm("r1") = block;
  __asm volatile("bkpt 0xab" : "+r"(operation) : "r"(argument) : "memory");
  for (;;) {
  }
}

__attribute__((noreturn, used)) void reset(void) {
  const uint32_t* from = data_in_flash;
  for (uint32_t* to = data_begin; to < data_end; ++to) *to = *from++;
  for (uint32_t* to = bss_begin; to < bss_end; ++to) *to = 0;
  leave(main());
}

__attribute__((noreturn)) static void fault(void) {
  leave(99);
}

__attribute__((section(".vectors"), used)) static const void* const vectors[] = {
    stack_top,
    (const void*)reset,
    (const void*)fault,
    (const void*)fault,
};

/* A compiler may call these even where no library is. */
void* memset(void* to, int value, size_t count) {
  for (char* byte = to; count-- > 0; ++byte) {
    *byte = (char)value;
    __asm volatile("");
  }
  return to;
}
void* memcpy(void* to, const void* from, size_t count) {
  const char* source = from;
  for (char* byte = to; count-- > 0; ++byte) {
    *byte = *source++;
    __asm volatile("");
  }
  return to;
}
