"""Samples of a soak: one row each, in a CSV file that grows while the soak runs."""
import csv, time

USAGE = ["rss", "pss", "private", "descriptors", "threads", "cpu", "log"]
# Columns, and the sums of touchd's metrics that they hold.
COUNTERS = {
    "clients": "touchd_clients",
    "connections": "touchd_client_connections_total",
    "refusals": "touchd_client_refusals_total",
    "frames": "touchd_frames_total",
    "lags": "touchd_client_lags_total",
    "slow_closes": "touchd_client_slow_closes_total",
    "bad_lines": "touchd_client_bad_lines_total",
    "refused_requests": "touchd_client_refused_requests_total",
    "reloads": "touchd_configuration_reloads_total",
    "internal_errors": "touchd_internal_errors_total",
    "touches_down": "touchd_touches_down",
    "drops": "touchd_panel_drops_total",
    "queue_bytes": "touchd_client_queue_bytes",
}
FIRST = ["seconds", "at_rest", "latency_p50", "latency_p95", "taps", "visits", "attacks", "replugs", "texts", "own_cpu"]


def columns(programs):
    return FIRST + [f"{name}.{field}" for name in programs for field in USAGE] + list(COUNTERS)


def quantile(values, share):
    """Returns a quantile of the values, or None if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else None


def counters(metrics):
    """Sums each metric over its labels."""
    return {column: sum(value for name, value in metrics.items() if name.partition("{")[0] == metric) for column, metric in COUNTERS.items()}


class Samples:
    """The rows, in memory and in the file."""

    def __init__(self, path, programs):
        self.columns, self.rows, self.start = columns(programs), [], time.monotonic()
        self.file = open(path, "w", newline="")
        self.writer = csv.DictWriter(self.file, self.columns, restval="")
        self.writer.writeheader()

    def add(self, **row):
        row = {"seconds": round(time.monotonic() - self.start, 1), **row}
        self.rows.append({name: value for name, value in row.items() if value is not None})
        self.writer.writerow({name: f"{value:.6g}" if isinstance(value, float) and name != "seconds" else value for name, value in row.items()
                              if value is not None})
        self.file.flush()


def read(path):
    """Returns the rows of a file: numbers, without empty fields."""
    with open(path, newline="") as file:
        return [{name: float(value) for name, value in row.items() if value} for row in csv.DictReader(file)]
