// Preloaded into the tool, it makes one call fail that writes: the FAULT_AT-th of them, with the error FAULT_ERROR. What
// was made to fail is appended to the file FAULT_LOG. Programs that the tool starts are left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static int fails(const char* call) {
  static long at = -1;
  static int error = 0;
  if (at < 0) {
    const char* const wanted = getenv("FAULT_AT");
    const char* const code = getenv("FAULT_ERROR");
    at = wanted != NULL && strcmp(program_invocation_short_name, "espalier") == 0 ? atol(wanted) : 0;
    error = code != NULL ? atoi(code) : ENOSPC;
  }
  if (at == 0 || atomic_fetch_add(&calls, 1) + 1 != at) return 0;
  const char* const log = getenv("FAULT_LOG");
  const int fd = log != NULL ? (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
  if (fd >= 0) {
    syscall(SYS_write, fd, call, strlen(call));
    syscall(SYS_write, fd, "\n", 1);
    syscall(SYS_close, fd);
  }
  errno = error;
  return 1;
}

#define REAL(name) __typeof__(&name) const real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
}

int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (writes(flags) && fails("open")) return -1;
  REAL(open);
  return real(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (writes(flags) && fails("open64")) return -1;
  REAL(open64);
  return real(path, flags, mode);
}

FILE* fopen64(const char* path, const char* mode) {
  if (strpbrk(mode, "wa+") != NULL && fails("fopen64")) return NULL;
  REAL(fopen64);
  return real(path, mode);
}

int mkstemp(char* path) {
  if (fails("mkstemp")) return -1;
  REAL(mkstemp);
  return real(path);
}

int mkostemp(char* path, int flags) {
  if (fails("mkostemp")) return -1;
  REAL(mkostemp);
  return real(path, flags);
}

char* mkdtemp(char* path) {
  if (fails("mkdtemp")) return NULL;
  REAL(mkdtemp);
  return real(path);
}

int mkdir(const char* path, mode_t mode) {
  if (fails("mkdir")) return -1;
  REAL(mkdir);
  return real(path, mode);
}

// Of several bytes the first half is written before the device is full. A pipe to a process of our own is never full.
ssize_t write(int fd, const void* bytes, size_t size) {
  REAL(write);
  struct stat status;
  const int is_pipe = fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
  if (!is_pipe && fails("write")) {
    const int error = errno;
    if (size > 1) real(fd, bytes, size / 2);
    errno = error;
    return -1;
  }
  return real(fd, bytes, size);
}

ssize_t writev(int fd, const struct iovec* parts, int count) {
  if (fails("writev")) return -1;
  REAL(writev);
  return real(fd, parts, count);
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
  if (file == stdout && fails("fwrite")) return 0;
  REAL(fwrite);
  return real(bytes, size, count, file);
}

int fsync(int fd) {
  if (fails("fsync")) return -1;
  REAL(fsync);
  return real(fd);
}

int fchmod(int fd, mode_t mode) {
  if (fails("fchmod")) return -1;
  REAL(fchmod);
  return real(fd, mode);
}

int rename(const char* from, const char* to) {
  if (fails("rename")) return -1;
  REAL(rename);
  return real(from, to);
}

int link(const char* from, const char* to) {
  if (fails("link")) return -1;
  REAL(link);
  return real(from, to);
}

int posix_fallocate64(int fd, off64_t offset, off64_t size) {
  if (fails("posix_fallocate64")) return errno;
  REAL(posix_fallocate64);
  return real(fd, offset, size);
}

int posix_fallocate(int fd, off_t offset, off_t size) {
  if (fails("posix_fallocate")) return errno;
  REAL(posix_fallocate);
  return real(fd, offset, size);
}

// close() tells of what a file system notices late; only of files that are written.
int close(int fd) {
  const int flags = fcntl(fd, F_GETFL);
  struct stat status;
  const int written = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  REAL(close);
  if (written && fails("close")) {
    const int error = errno;
    real(fd);
    errno = error;
    return -1;
  }
  return real(fd);
}
