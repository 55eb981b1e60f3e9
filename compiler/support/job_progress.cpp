#include "support/job_progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
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
constexpr auto kBetweenLines = std::chrono::seconds(10);
constexpr const char* kClear = "\r\033[K";

std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 99.5) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 99.5 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

JobClock::JobClock(std::vector<JobStage> stages, double now)
    : stages_(std::move(stages)), begin_(now), stage_begin_(now) {}

void JobClock::begin(std::size_t stage, double now) {
  const double fits = stages_[current_].fits;
  if (!knows_fit() && stage > current_ && fits > 0) fit_ = (now - stage_begin_) / fits;
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
  const double spent = now - stage_begin_;
  const double expected = stages_[current_].fits * (knows_fit() ? fit_ : stage_begin_ - begin_);
  // A first guess that turns out to be too short: as long again as it has taken, so that the bar does not end early.
  const bool guessed = !knows_fit() && stages_[current_].fits > 0;
  return std::max(guessed ? spent : 0.0, expected - spent);
}

double JobClock::left(double now) const {
  const double here = stage_left(now);
  double fit = fit_;
  const double fits = stages_[current_].fits;
  if (!knows_fit()) fit = fits > 0 ? (now - stage_begin_ + here) / fits : elapsed(now);
  return here + (fits_left() - fits) * fit;
}

double JobClock::share(double now) const {
  const double all = elapsed(now) + left(now);
  return all > 0 ? elapsed(now) / all : 0;
}

std::string JobClock::stage_text(double now) const {
  const JobStage& stage = stages_[current_];
  std::string text = stage.what;
  if (total_ > 0 && !stage.piece.empty()) text += fmt::format(": {} {} of {}", stage.piece, done_, total_);
  const double still = left(now);
  if (still >= 1) text += fmt::format(", about {} left", duration_text(still));
  return text;
}

std::string JobClock::bar(double now) const {
  const auto filled = std::min(kWidth, static_cast<std::size_t>(share(now) * kWidth));
  return fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(kWidth - filled, '.'), stage_text(now));
}

std::string JobClock::line(double now) const {
  const bool measured = knows_fit() || done_ > 0;  // before that, a share would be a guess
  const std::string percent = measured ? fmt::format(", {:.0f} %", 100 * share(now)) : "";
  return fmt::format("progress  {:.0f} s{}: {}", elapsed(now), percent, stage_text(now));
}

std::string fitted(const std::string& line, std::size_t columns) {
  return columns == 0 ? line : line.substr(0, columns - 1);
}

JobProgress::JobProgress(std::vector<JobStage> stages, ProgressStyle style)
    : style_(style),
      epoch_(std::chrono::steady_clock::now()),
      clock_(std::move(stages), 0),
      at_interrupt_([this] { give_up(); }) {
  if (style_ == ProgressStyle::lines) show();
  if (style_ != ProgressStyle::none) ticker_ = std::jthread([this] { tick(); });
}

JobProgress::~JobProgress() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  wake_.notify_all();
  if (ticker_.joinable()) ticker_.join();
  clear();
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
  if (clock_.current() < stage) begin_locked(stage);
}

void JobProgress::begin_locked(std::size_t stage) {
  const bool fit_was_known = clock_.knows_fit();
  clock_.begin(stage, now());
  if (style_ == ProgressStyle::bar && !fit_was_known && clock_.knows_fit()) announce();
  if (style_ == ProgressStyle::lines) show();
}

// How long it all takes, once that can be said: a line that stays.
void JobProgress::announce() {
  const double left = clock_.left(now());
  if (left < kLongJob) return;
  const std::string line = fmt::format("{}about {} to go: {:.0f} trees more, {} for the first\n", kClear,
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

void JobProgress::show() {
  const bool bar = style_ == ProgressStyle::bar;
  const std::string line = bar ? kClear + fitted(clock_.bar(now()), terminal_columns()) : clock_.line(now()) + "\n";
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  drawn_ = bar;
}

void JobProgress::tick() {
  const std::chrono::milliseconds between = style_ == ProgressStyle::bar ? kBetweenDrawings : kBetweenLines;
  std::unique_lock lock(mutex_);
  while (!over_) {
    wake_.wait_for(lock, between, [this] { return over_; });
    if (!over_) show();
  }
}

// Who shows something may be waiting for a reader that does not read: an interrupt does not wait for that.
void JobProgress::give_up() {
  constexpr int kAttempts = 20;
  std::unique_lock lock(mutex_, std::try_to_lock);
  for (int attempt = 0; attempt < kAttempts && !lock; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    (void)lock.try_lock();
  }
  if (!lock) return;
  over_ = true;
  clear();
}

void JobProgress::clear() {
  if (drawn_) std::fputs(kClear, stderr);
  drawn_ = false;
}

}  // namespace espalier
