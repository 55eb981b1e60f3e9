"""Processor and wall-clock seconds of a piece of work, as tests/bench/train/stopwatch.hpp takes them."""
import time


class Clock:
    def __enter__(self):
        self._cpu = time.process_time()
        self._wall = time.perf_counter()
        return self

    def __exit__(self, *_):
        self.times = {"cpu": time.process_time() - self._cpu, "wall": time.perf_counter() - self._wall}
