// How far a job of several stages has come, on standard error: one bar over all of it with the time that is left, or
// lines for a log. What is left is an estimate: it decides nothing but what is shown.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/interrupt.hpp"
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
  // How long the first stage that has fits takes for each of them says how long the later stages do. Before that, a fit
  // is taken to be as long as everything before it.
  JobClock(std::vector<JobStage> stages, double now);

  void plan(std::size_t stage, double fits) { stages_[stage].fits = fits; }
  void begin(std::size_t stage, double now);  // the stages before it are over
  void advance(std::size_t done, std::size_t total, double now) { done_ = done, total_ = total, done_at_ = now; }

  std::size_t current() const { return current_; }
  double elapsed(double now) const { return now - begin_; }
  double left(double now) const;
  bool knows_fit() const { return fit_ > 0; }
  double fit() const { return fit_; }  // seconds
  double fits_left() const;            // after this stage has begun
  std::string bar(double now) const;   // what a terminal shows
  std::string line(double now) const;  // what a log gets

 private:
  double stage_left(double now) const;
  double share(double now) const;  // of the job that is over, as far as can be told
  std::string stage_text(double now) const;

  std::vector<JobStage> stages_;
  double begin_;
  std::size_t current_ = 0;
  double stage_begin_;
  std::size_t done_ = 0;  // of the current stage's pieces
  std::size_t total_ = 0;
  double done_at_ = 0;
  double fit_ = 0;  // seconds; 0: not known yet
};

enum class ProgressStyle {
  none,
  bar,    // one line that is drawn anew twice a second, from half a second on, and is gone at the end
  lines,  // a line at the beginning of each stage and every ten seconds
};

// The line of the bar, no wider than the terminal: one that goes on in the next line could not be drawn anew.
// `columns` 0: not known.
std::string fitted(const std::string& line, std::size_t columns);

class JobProgress {
 public:
  JobProgress(std::vector<JobStage> stages, ProgressStyle style);
  ~JobProgress();  // clears the bar
  JobProgress(const JobProgress&) = delete;
  JobProgress& operator=(const JobProgress&) = delete;

  void plan(std::size_t stage, double fits);
  void begin(std::size_t stage);
  // Begins the stage with the first call, unless it has begun; for as long as this lives.
  ProgressReport report(std::size_t stage);

 private:
  double now() const;
  void begin_locked(std::size_t stage);
  void announce();
  void show();
  void tick();
  void clear();
  void give_up();

  ProgressStyle style_;
  std::chrono::steady_clock::time_point epoch_;
  std::mutex mutex_;  // of what follows
  JobClock clock_;
  bool drawn_ = false;
  bool over_ = false;
  std::condition_variable wake_;
  AtInterrupt at_interrupt_;
  std::jthread ticker_;  // last: it uses the others
};

}  // namespace espalier
