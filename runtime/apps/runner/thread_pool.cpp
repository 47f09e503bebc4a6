// The runner's threads.
#include "apps/runner/thread_pool.h"

#include <pthread.h>
#include <sched.h>

#include "core/fault.h"
#include "memory/threads.h"
#include "platform/host/pause.h"

namespace kerf::runner {
namespace {

// Calls follow each other within microseconds: a thread that waits looks so often before it sleeps,
// the last times with the processor offered to others.
constexpr int kLooks = 4000;
constexpr int kQuietLooks = 3900;

// Threads that sleep until another one wakes them.
class Sleepers {
 public:
  // Returns once ready() does, which another thread's change makes true before it calls wake().
  template <typename Ready>
  void wait(const Ready& ready) {
    while (!looks_until(ready)) {
      pthread_mutex_lock(&mutex_);
      __atomic_add_fetch(&sleeping_, 1, __ATOMIC_SEQ_CST);
      if (!ready()) pthread_cond_wait(&changed_, &mutex_);
      __atomic_sub_fetch(&sleeping_, 1, __ATOMIC_SEQ_CST);
      pthread_mutex_unlock(&mutex_);
    }
  }

  // Either a thread that is about to sleep sees the change before, or this sees that it sleeps.
  void wake() {
    if (__atomic_load_n(&sleeping_, __ATOMIC_SEQ_CST) == 0) return;
    pthread_mutex_lock(&mutex_);
    pthread_cond_broadcast(&changed_);
    pthread_mutex_unlock(&mutex_);
  }

 private:
  template <typename Ready>
  static bool looks_until(const Ready& ready) {
    for (int i = 0; i < kLooks; ++i) {
      if (ready()) return true;
      i < kQuietLooks ? platform::pause() : static_cast<void>(sched_yield());
    }
    return false;
  }

  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t changed_ = PTHREAD_COND_INITIALIZER;
  uint32_t sleeping_ = 0;
};

// Threads that take the parts of one task. Whoever takes a part reads the task after that: it does
// not change before the part is finished, even if it is not the task that the thread waited for.
class ThreadPool {
 public:
  // Runs all parts of a task, at most kMaxThreads, and returns when all are finished.
  void run(uint32_t parts, void (*task)(void* argument, uint32_t part), void* argument) {
    task_ = task;
    argument_ = argument;
    __atomic_store_n(&unfinished_, parts, __ATOMIC_RELAXED);
    __atomic_store_n(&left_, parts, __ATOMIC_SEQ_CST);
    workers_.wake();
    while (run_part()) continue;
    caller_.wait([this] { return __atomic_load_n(&unfinished_, __ATOMIC_SEQ_CST) == 0; });
  }

  [[noreturn]] void serve() {
    for (;;) {
      workers_.wait([this] { return __atomic_load_n(&left_, __ATOMIC_SEQ_CST) != 0; });
      while (run_part()) continue;
    }
  }

  pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER;  // by the caller of run()

 private:
  // Takes a part, if one is left, and runs it.
  bool run_part() {
    uint32_t left = __atomic_load_n(&left_, __ATOMIC_RELAXED);
    do {
      if (left == 0) return false;
    } while (!__atomic_compare_exchange_n(&left_, &left, left - 1, true, __ATOMIC_ACQUIRE,
                                          __ATOMIC_RELAXED));
    task_(argument_, left - 1);
    if (__atomic_sub_fetch(&unfinished_, 1, __ATOMIC_SEQ_CST) == 0) caller_.wake();
    return true;
  }

  Sleepers workers_;
  Sleepers caller_;
  // Together in one line of the cache.
  alignas(64) void (*task_)(void* argument, uint32_t part) = nullptr;
  void* argument_ = nullptr;
  uint32_t left_ = 0;        // parts that no thread has taken: the ones below it
  uint32_t unfinished_ = 0;  // parts
};

ThreadPool pool;

// A caller that finds the threads busy with another's task is a thread of its own: it does its own.
void run_parts(void* threads, uint32_t parts, void (*task)(void* argument, uint32_t part),
               void* argument) {
  ThreadPool& all = *static_cast<ThreadPool*>(threads);
  if (pthread_mutex_trylock(&all.in_use) != 0) {
    for (uint32_t part = 0; part < parts; ++part) task(argument, part);
    return;
  }
  all.run(parts, task, argument);
  pthread_mutex_unlock(&all.in_use);
}

void* serve(void* threads) { static_cast<ThreadPool*>(threads)->serve(); }

}  // namespace

Result<const ParallelFor*> start_threads(uint32_t count) {
  if (count == 1) return static_cast<const ParallelFor*>(nullptr);
  if constexpr (kMostParts > 1) {
    static ParallelFor parallel_for{run_parts, &pool, count};
    for (uint32_t i = 1; i < count; ++i) {
      pthread_t thread;
      if (pthread_create(&thread, nullptr, serve, &pool) != 0)
        return fault(Error::OutOfResources, "the host starts no more threads");
      pthread_detach(thread);
    }
    return static_cast<const ParallelFor*>(&parallel_for);
  }
  return fault(Error::NotSupported,
               "the target was built for one thread: set `threads` of [runtime] to use more");
}

}  // namespace kerf::runner
