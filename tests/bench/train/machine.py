"""What a result was measured on."""
import os
import pathlib
import platform


def first(path, key, separator):
    """The value of a `key<separator>value` line of a file; empty if there is none."""
    try:
        for line in pathlib.Path(path).read_text().splitlines():
            name, _, value = line.partition(separator)
            if name.strip() == key:
                return value.strip().strip('"')
    except OSError:
        pass
    return ""


def describe(build):
    return {"processor": first("/proc/cpuinfo", "model name", ":") or platform.machine(), "architecture": platform.machine(),
            "cores": os.cpu_count(), "memory_gb": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30,
            "system": first("/etc/os-release", "PRETTY_NAME", "=") or platform.system(), "build": build}
