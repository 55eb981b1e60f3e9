// One bar over a job of several stages, with the time that is left. Silent in a pipe, with --quiet, and for jobs that
// end within a second. What is left is an estimate: it decides nothing but what is shown.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/parallel.hpp"

namespace espalier {

// A part of a job: what it does and how much it is, in fits (of one tree to all rows).
struct JobStage {
  std::string what;   // "choosing how much to prune"
  std::string piece;  // what is counted: "tree"; empty: nothing is
  double fits = 0;    // about; known as soon as the job's size is
};

// "12 s", "3 min", "2.5 h".
std::string duration_text(double seconds);

// The arithmetic, with the time in seconds given by the caller. Stages run in order and can be left out.
class JobClock {
 public:
  // Stage `first_fit` is a single fit: how long it takes says how long the later stages do. Before that, a fit is taken
  // to be as long as everything before it.
  JobClock(std::vector<JobStage> stages, std::size_t first_fit, double now);

  void plan(std::size_t stage, double fits) { stages_[stage].fits = fits; }
  void begin(std::size_t stage, double now);  // the stages before it are over
  void advance(std::size_t done, std::size_t total, double now) { done_ = done, total_ = total, done_at_ = now; }

  std::size_t current() const { return current_; }
  double elapsed(double now) const { return now - begin_; }
  double left(double now) const;
  bool knows_fit() const { return fit_ > 0; }
  double fit() const { return fit_; }  // seconds
  double fits_left() const;            // after this stage has begun
  std::string line(double now) const;  // what the terminal shows

 private:
  double stage_left(double now) const;

  std::vector<JobStage> stages_;
  std::size_t first_fit_;
  double begin_;
  std::size_t current_ = 0;
  double stage_begin_;
  std::size_t done_ = 0;  // of the current stage's pieces
  std::size_t total_ = 0;
  double done_at_ = 0;
  double fit_ = 0;  // seconds; 0: not known yet
};

class JobProgress {
 public:
  JobProgress(std::vector<JobStage> stages, std::size_t first_fit, bool enabled);
  ~JobProgress();  // clears the line
  JobProgress(const JobProgress&) = delete;
  JobProgress& operator=(const JobProgress&) = delete;

  void plan(std::size_t stage, double fits);
  void begin(std::size_t stage);
  // Begins the stage with the first piece that is done, unless it has begun; for as long as this lives.
  ProgressReport report(std::size_t stage);

 private:
  double now() const;
  void begin_locked(std::size_t stage);
  void announce();
  void draw();
  void tick();

  bool enabled_;
  std::chrono::steady_clock::time_point epoch_;
  std::mutex mutex_;  // of what follows
  JobClock clock_;
  bool drawn_ = false;
  bool over_ = false;
  std::condition_variable wake_;
  std::jthread ticker_;  // last: it uses the others
};

}  // namespace espalier
