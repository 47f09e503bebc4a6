// Reading and writing files on POSIX hosts.
#include "apps/runner/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/fault.h"

namespace kerf::runner {
namespace {

Error failed(const char* path, const char* why) {
  char subject[200];
  snprintf(subject, sizeof subject, "%.120s: %s", path, why);
  return fault(Error::AccessFailed, "cannot open or write", subject);
}

// Maps the file; writes to the memory do not reach it.
Result<Span<uint8_t>> map(const char* path, int protection) {
  const int file = open(path, O_RDONLY);
  if (file < 0) return failed(path, strerror(errno));
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(file);
    return failed(path, "not a file");
  }
  const size_t bytes = static_cast<size_t>(status.st_size);
  // An empty file cannot be mapped; an empty span is never read.
  void* data =
      bytes == 0 ? const_cast<char*>("") : mmap(nullptr, bytes, protection, MAP_PRIVATE, file, 0);
  const int cause = errno;
  close(file);
  if (data == MAP_FAILED) return failed(path, strerror(cause));
  return Span<uint8_t>(static_cast<uint8_t*>(data), bytes);
}

}  // namespace

Result<Span<const uint8_t>> map_file(const char* path) {
  const Result<Span<uint8_t>> bytes = map(path, PROT_READ);
  if (!bytes.ok()) return bytes.error();
  return Span<const uint8_t>(bytes.get());
}

Result<Span<uint8_t>> map_copy(const char* path) { return map(path, PROT_READ | PROT_WRITE); }

Error write_file(const char* path, const void* data, size_t bytes) {
  FILE* file = fopen(path, "wb");
  if (file == nullptr) return failed(path, strerror(errno));
  const bool written = bytes == 0 || fwrite(data, 1, bytes, file) == bytes;
  const int cause = errno;
  if (fclose(file) != 0 || !written) return failed(path, strerror(written ? errno : cause));
  return Error::Ok;
}

}  // namespace kerf::runner
