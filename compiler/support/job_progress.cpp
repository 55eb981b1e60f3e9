#include "support/job_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace espalier {
namespace {

constexpr std::size_t kWidth = 24;
constexpr double kLongJob = 20;  // seconds: from here on it is said how long the job takes
constexpr auto kBetweenDrawings = std::chrono::milliseconds(500);

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 99.5) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 99.5 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

JobClock::JobClock(std::vector<JobStage> stages, std::size_t first_fit, double now)
    : stages_(std::move(stages)), first_fit_(first_fit), begin_(now), stage_begin_(now) {}

void JobClock::begin(std::size_t stage, double now) {
  if (current_ == first_fit_ && stage > first_fit_) fit_ = now - stage_begin_;
  current_ = stage;
  stage_begin_ = now;
  done_ = 0;
  total_ = 0;
}

double JobClock::fits_left() const {
  double fits = 0;
  for (std::size_t i = current_; i < stages_.size(); ++i) fits += stages_[i].fits;
  return fits;
}

// By the pieces that are done, or else by what the stage was expected to take.
double JobClock::stage_left(double now) const {
  if (done_ > 0 && total_ >= done_) {
    const double per_piece = (done_at_ - stage_begin_) / static_cast<double>(done_);
    return std::max(0.0, per_piece * static_cast<double>(total_ - done_) - (now - done_at_));
  }
  const double expected = stages_[current_].fits * (knows_fit() ? fit_ : stage_begin_ - begin_);
  return std::max(0.0, expected - (now - stage_begin_));
}

double JobClock::left(double now) const {
  const double here = stage_left(now);
  double fit = fit_;
  if (!knows_fit()) fit = current_ == first_fit_ ? now - stage_begin_ + here : elapsed(now);
  return here + (fits_left() - stages_[current_].fits) * fit;
}

std::string JobClock::line(double now) const {
  const double still = left(now);
  const double all = elapsed(now) + still;
  const double share = all > 0 ? elapsed(now) / all : 0;
  const auto filled = std::min(kWidth, static_cast<std::size_t>(share * kWidth));
  const JobStage& stage = stages_[current_];
  std::string line = fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(kWidth - filled, '.'), stage.what);
  if (total_ > 0 && !stage.piece.empty()) line += fmt::format(": {} {} of {}", stage.piece, done_, total_);
  if (still >= 1) line += fmt::format(", about {} left", duration_text(still));
  return line;
}

JobProgress::JobProgress(std::vector<JobStage> stages, std::size_t first_fit, bool enabled)
    : enabled_(enabled && ::isatty(STDERR_FILENO) == 1),
      epoch_(std::chrono::steady_clock::now()),
      clock_(std::move(stages), first_fit, 0) {
  if (enabled_) ticker_ = std::jthread([this] { tick(); });
}

JobProgress::~JobProgress() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  wake_.notify_all();
  if (ticker_.joinable()) ticker_.join();
  if (drawn_) std::fputs("\r\033[K", stderr);
}

double JobProgress::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - epoch_).count();
}

void JobProgress::plan(std::size_t stage, double fits) {
  const std::lock_guard lock(mutex_);
  clock_.plan(stage, fits);
}

void JobProgress::begin(std::size_t stage) {
  const std::lock_guard lock(mutex_);
  begin_locked(stage);
}

void JobProgress::begin_locked(std::size_t stage) {
  const bool fit_was_known = clock_.knows_fit();
  clock_.begin(stage, now());
  if (enabled_ && !fit_was_known && clock_.knows_fit()) announce();
}

// How long it all takes, once that can be said: a line that stays.
void JobProgress::announce() {
  const double left = clock_.left(now());
  if (left < kLongJob) return;
  const std::string line = fmt::format("\r\033[Kabout {} to go: {:.0f} trees more, {} for the first\n",
                                       duration_text(left), std::ceil(clock_.fits_left()), duration_text(clock_.fit()));
  std::fputs(line.c_str(), stderr);
}

ProgressReport JobProgress::report(std::size_t stage) {
  return [this, stage](std::size_t done, std::size_t total) {
    const std::lock_guard lock(mutex_);
    if (clock_.current() < stage) begin_locked(stage);
    if (clock_.current() == stage) clock_.advance(done, total, now());
  };
}

void JobProgress::draw() {
  const std::string line = fmt::format("\r\033[K{}", clock_.line(now()));
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void JobProgress::tick() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    wake_.wait_for(lock, kBetweenDrawings, [this] { return over_; });
    if (!over_ && now() >= 1) draw();
  }
}

}  // namespace espalier
