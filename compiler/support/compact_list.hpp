// Lists that are nearly always empty, or of one item: a tree of a million nodes has a million steps, and most of a step
// would be empty vectors otherwise.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace espalier {

// A vector behind a pointer: eight bytes as long as it is empty. Copies are deep.
template <typename T>
class RareList {
 public:
  using value_type = T;
  using iterator = typename std::vector<T>::iterator;
  using const_iterator = typename std::vector<T>::const_iterator;

  RareList() = default;
  RareList(std::vector<T> items) { set(std::move(items)); }
  RareList(std::initializer_list<T> items) {
    if (items.size() > 0) items_ = std::make_unique<std::vector<T>>(items);
  }
  RareList(const RareList& other) { set(other.items()); }
  RareList(RareList&& other) noexcept = default;
  RareList& operator=(const RareList& other) {
    if (this != &other) set(other.items());
    return *this;
  }
  RareList& operator=(RareList&& other) noexcept = default;
  ~RareList() = default;

  const std::vector<T>& items() const {
    static const std::vector<T> kNone;
    return items_ ? *items_ : kNone;
  }
  operator const std::vector<T>&() const { return items(); }

  bool empty() const { return !items_ || items_->empty(); }
  std::size_t size() const { return items_ ? items_->size() : 0; }
  const_iterator begin() const { return items_ ? items_->cbegin() : const_iterator(); }
  const_iterator end() const { return items_ ? items_->cend() : const_iterator(); }
  const T& front() const { return items().front(); }
  const T& back() const { return items().back(); }
  const T& operator[](std::size_t i) const { return items()[i]; }

  iterator begin() { return items_ ? items_->begin() : iterator(); }
  iterator end() { return items_ ? items_->end() : iterator(); }
  T& back() { return own().back(); }
  T& operator[](std::size_t i) { return own()[i]; }
  void push_back(T item) { own().push_back(std::move(item)); }
  void resize(std::size_t size) { own().resize(size); }
  iterator erase(const_iterator at) { return own().erase(at); }
  iterator erase(const_iterator first, const_iterator last) { return own().erase(first, last); }
  void clear() { items_.reset(); }

  friend bool operator==(const RareList& a, const RareList& b) { return a.items() == b.items(); }

 private:
  void set(std::vector<T> items) {
    items_ = items.empty() ? nullptr : std::make_unique<std::vector<T>>(std::move(items));
  }
  std::vector<T>& own() {
    if (!items_) items_ = std::make_unique<std::vector<T>>();
    return *items_;
  }

  std::unique_ptr<std::vector<T>> items_;
};

template <typename T, typename Predicate>
std::size_t erase_if(RareList<T>& list, Predicate predicate) {
  std::vector<T> items = list;
  const std::size_t erased = std::erase_if(items, predicate);
  list = RareList<T>(std::move(items));
  return erased;
}

// Numbers: so many of them without a pointer, more behind one.
template <std::size_t kHere>
class NumberList {
 public:
  using value_type = std::uint32_t;

  NumberList() = default;
  NumberList(std::initializer_list<std::uint32_t> numbers) { assign(numbers.begin(), numbers.end()); }
  NumberList(const std::vector<std::uint32_t>& numbers) { assign(numbers.begin(), numbers.end()); }

  bool empty() const { return size() == 0; }
  std::size_t size() const { return more_.empty() ? count_ : more_.size(); }
  const std::uint32_t* data() const { return more_.empty() ? here_.data() : more_.items().data(); }
  const std::uint32_t* begin() const { return data(); }
  const std::uint32_t* end() const { return data() + size(); }
  auto rbegin() const { return std::make_reverse_iterator(end()); }
  auto rend() const { return std::make_reverse_iterator(begin()); }
  std::uint32_t front() const { return *begin(); }
  std::uint32_t back() const { return *(end() - 1); }
  std::uint32_t operator[](std::size_t i) const { return data()[i]; }

  std::uint32_t* data() { return more_.empty() ? here_.data() : &*more_.begin(); }
  std::uint32_t* begin() { return data(); }
  std::uint32_t* end() { return data() + size(); }
  std::uint32_t& operator[](std::size_t i) { return data()[i]; }

  void push_back(std::uint32_t number) {
    if (more_.empty() && count_ < kHere) {
      here_[count_++] = number;
      return;
    }
    if (more_.empty()) {
      for (const std::uint32_t first : here_) more_.push_back(first);
    }
    more_.push_back(number);
  }
  template <std::input_iterator Iterator>
  void assign(Iterator first, Iterator last) {
    clear();
    for (; first != last; ++first) push_back(*first);
  }
  void assign(std::size_t size, std::uint32_t number) {
    clear();
    while (this->size() < size) push_back(number);
  }
  void sort() { std::sort(begin(), end()); }
  void clear() { *this = NumberList(); }

  friend bool operator==(const NumberList& a, const NumberList& b) { return std::ranges::equal(a, b); }

 private:
  std::array<std::uint32_t, kHere> here_{};
  std::uint32_t count_ = 0;  // of these, as long as there are no more
  RareList<std::uint32_t> more_;
};

using RuleList = NumberList<1>;

}  // namespace espalier
