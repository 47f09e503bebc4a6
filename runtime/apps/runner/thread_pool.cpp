// The runner's threads.
#include "apps/runner/thread_pool.h"

#include <pthread.h>
#include <sched.h>

#include "core/fault.h"
#include "memory/threads.h"

namespace kerf::runner {
namespace {

// Calls follow each other within microseconds: a thread that waits looks so often before it sleeps.
constexpr int kLooks = 200;

// Threads that take the parts of one task in order. All is under `mutex`; those that wait read the
// two numbers that are written as a whole without it.
struct ThreadPool {
  pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER;  // by the caller of run()
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t started = PTHREAD_COND_INITIALIZER;
  pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
  void (*task)(void* argument, uint32_t part) = nullptr;
  void* argument = nullptr;
  uint32_t parts = 0;
  uint32_t next = 0;        // the first part that no thread has taken
  uint32_t sleeping = 0;    // threads
  uint32_t tasks = 0;       // so far; written as a whole
  uint32_t unfinished = 0;  // parts; written as a whole

  // Takes a part, if one is left, and runs it without the mutex, which is locked before and after.
  bool run_part() {
    if (next == parts) return false;
    const uint32_t part = next++;
    pthread_mutex_unlock(&mutex);
    task(argument, part);
    pthread_mutex_lock(&mutex);
    __atomic_store_n(&unfinished, unfinished - 1, __ATOMIC_RELAXED);
    if (unfinished == 0) pthread_cond_signal(&finished);
    return true;
  }

  // Waits without the mutex, for a while, until *number is not `value`.
  void look_at(const uint32_t* number, uint32_t value) {
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < kLooks && __atomic_load_n(number, __ATOMIC_RELAXED) == value; ++i)
      sched_yield();
    pthread_mutex_lock(&mutex);
  }

  void run(uint32_t count, void (*its_task)(void* argument, uint32_t part), void* its_argument) {
    pthread_mutex_lock(&mutex);
    task = its_task;
    argument = its_argument;
    parts = count;
    next = 0;
    __atomic_store_n(&unfinished, count, __ATOMIC_RELAXED);
    __atomic_store_n(&tasks, tasks + 1, __ATOMIC_RELAXED);
    if (sleeping != 0) pthread_cond_broadcast(&started);
    while (run_part()) continue;
    for (uint32_t left; (left = unfinished) != 0;) {
      look_at(&unfinished, left);
      if (unfinished == left) pthread_cond_wait(&finished, &mutex);
    }
    pthread_mutex_unlock(&mutex);
  }

  [[noreturn]] void serve() {
    pthread_mutex_lock(&mutex);
    for (;;) {
      while (run_part()) continue;
      const uint32_t seen = tasks;
      look_at(&tasks, seen);
      if (tasks != seen) continue;
      ++sleeping;
      pthread_cond_wait(&started, &mutex);
      --sleeping;
    }
  }
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
