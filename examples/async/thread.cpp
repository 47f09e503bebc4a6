// A thread of the host in place of a timer; a tick is 100 nanoseconds.
#include <pthread.h>
#include <time.h>

#include "timer/timer.h"

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
bool has_fired;

void* sleep_then_fire(void* ticks) {
  const auto count = static_cast<long>(reinterpret_cast<uintptr_t>(ticks));
  const timespec time = {count / 10'000'000, count % 10'000'000 * 100};
  nanosleep(&time, nullptr);
  pthread_mutex_lock(&mutex);
  has_fired = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

void start(uint32_t ticks) {
  pthread_mutex_lock(&mutex);
  has_fired = false;
  pthread_mutex_unlock(&mutex);
  pthread_t thread;
  pthread_create(&thread, nullptr, sleep_then_fire, reinterpret_cast<void*>(uintptr_t{ticks}));
  pthread_detach(thread);
}

bool fired() {
  pthread_mutex_lock(&mutex);
  const bool fired = has_fired;
  pthread_mutex_unlock(&mutex);
  return fired;
}

void wait() {
  pthread_mutex_lock(&mutex);
  while (!has_fired) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
}

}  // namespace

const timer::Timer timer::kTimer = {start, fired, wait};
