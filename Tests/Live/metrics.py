"""touchctl metrics with a simulated panel: both formats as their parsers read them, the file for node_exporter, and the examples of
docs/metrics.md."""
import json, os, pathlib, re, signal, socket, stat, subprocess, tempfile, time

import yaml
from prometheus_client.openmetrics import parser as openmetrics
from prometheus_client import parser as prometheus

from simulated import PATIENCE, check, descriptor, finish, here, plug, programs, report, until

TRACKING, X, Y, SLOT = 57, 53, 54, 47
# Set by "make test-long", which installs it (Debian package prometheus, 332 MB).
promtool = os.environ.get("PROMTOOL")
if promtool and not os.access(promtool, os.X_OK):
    print(f"skipped: no {promtool}: the older format is checked by the parser only")
    promtool = None
page = (here.parents[1] / "docs/metrics.md").read_text()
CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels:
      - match: { name: "ACME*" }
        filters: { ghost: { times: 4, seconds: 1 } }
      - match: { name: "there is none" }
    windows:
      - id: w
        frame: [0, 0, 1000, 500]
        children:
          - { id: 'say "a\\b"', frame: [0, 0, 500, 500] }
          - { id: pad, sensitive: true, frame: [500, 0, 500, 500] }
"""


def touchctl(*words):
    return subprocess.run([programs / "touchctl", *words, "--socket", path], capture_output=True, text=True, timeout=PATIENCE)


def read(parse, text):
    """Returns the families by name, and the samples: {(name, labels): value}."""
    families = {family.name: family for family in parse(text)}
    return families, {(sample.name, tuple(sorted(sample.labels.items()))): sample.value for family in families.values() for sample in family.samples}


def metrics():
    return read(openmetrics.text_string_to_metric_families, touchctl("metrics").stdout)[1]


def value(name, **labels):
    return metrics().get((name, tuple(sorted(labels.items()))))


def finger(number, x=None, at=None):
    report(fd, (3, SLOT, 0), (3, TRACKING, number), *([] if x is None else [(3, X, x), (3, Y, 1000)]), at=at)


def lines(count):
    """Waits for `count` more frames of the client."""
    while count > 0:
        count -= next(stream)["type"] == "frame"


def in_time(*finger_values):
    """Reports a finger. Returns whether less than a second has passed when touchd has sent its line and does something else."""
    began = time.monotonic()
    finger(*finger_values)
    lines(1)
    client.sendall(b'{"type":"ping","id":2}\n')
    while next(stream)["type"] != "pong":
        pass
    return time.monotonic() - began < 1


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/events.sock"
    configuration = pathlib.Path(folder, "c.yaml")
    configuration.write_text(CONFIGURATION)
    plug()
    fd = descriptor()
    daemon = subprocess.Popen([programs / "touchd", "--config", configuration, "--socket", path], stderr=subprocess.DEVNULL)
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(PATIENCE)
    until(lambda: client.connect_ex(path) == 0)
    client.sendall(b'{"type":"subscribe","id":1}\n')
    stream = map(json.loads, client.makefile("r"))
    while next(stream)["type"] != "snapshot":
        pass
    before = time.time()
    empty = metrics()
    check("before the first touch there is no latency, and each reason of a cancel is there",
          empty[("touchd_report_latency_seconds_count", ())] == 0 and empty[("touchd_touch_cancels_total", (("reason", "palm"),))] == 0, empty)

    # One report that the daemon reads three seconds late, and others that it reads at once.
    finger(1, 100, at=time.monotonic_ns() // 1000 - 3_000_000)
    lines(1)
    soon = in_time(1, 200)
    held = metrics()
    check("a touch is down", held[("touchd_touches_down", ())] == 1)
    soon += in_time(-1)
    finger(2, 3000)   # in the sensitive region
    finger(-1)
    lines(2)
    done = touchctl("metrics")
    families, samples = read(openmetrics.text_string_to_metric_families, done.stdout)
    check("the parser of OpenMetrics reads it", done.returncode == 0 and done.stdout.endswith("\n# EOF\n") and len(samples) > 50, done)
    latency = {labels[0][1]: count for (name, labels), count in samples.items() if name == "touchd_report_latency_seconds_bucket"}
    check("the latency is from the kernel's time stamp, and not that of a finger in a sensitive region", latency["+Inf"] == 3 and soon <= latency["1.0"] <= 2
          and 3 <= samples[("touchd_report_latency_seconds_sum", ())] < 3 + PATIENCE, (soon, latency))
    spoken = (("region", 'say "a\\b"'),)
    got = [samples.get(("touchd_region_touches_total", (("phase", phase), *spoken))) for phase in ("began", "ended", "cancelled")]
    check("touches are counted by region and phase", got == [1, 1, 0], got)
    got = [samples[("touchd_touches_total", (("phase", phase),))] for phase in ("began", "ended", "cancelled")]
    check("and in all, but for the sensitive region", got == [1, 1, 0], got)
    check("which is not named", "pad" not in done.stdout)
    check("the panel has lost no event", samples[("touchd_panel_drops_total", (("panel", "main-0"),))] == 0)
    up = {labels[0][1]: count for (name, labels), count in samples.items() if name == "touchd_panel_up"}
    check("a panel that is not there is down", up == {"main-0": 1, "main-1": 0}, up)
    last, start = samples[("touchd_screen_last_touch_timestamp_seconds", (("screen", "main"),))], samples[("touchd_start_time_seconds", ())]
    check("times are Unix time", abs(last - time.time()) < PATIENCE and start < before + 1 and before - start < PATIENCE, (last, start, before))
    described = {re.sub("(_total|_info)$", "", name) for name in re.findall(r"^\| `(touchd_\w+)`", page, re.M)}
    check("each family of docs/metrics.md is there, and no other", described == set(families), described ^ set(families))

    old = touchctl("metrics", "--format", "prometheus").stdout
    old_families, old_samples = read(prometheus.text_string_to_metric_families, old)
    check("the parser of 0.0.4 reads the other format, with the same samples", set(old_samples) == set(samples),
          set(old_samples) ^ set(samples))
    check("and the same types", {name: family.type for name, family in old_families.items() if family.type not in ("gauge",)}
          == {name: family.type for name, family in families.items() if family.type not in ("gauge", "info")})
    if promtool:
        said = subprocess.run([promtool, "check", "metrics"], input=old, capture_output=True, text=True)
        check("promtool finds nothing wrong with it", said.returncode == 0 and not said.stdout + said.stderr, said)

    # A reset by the owner must not make a collector's counts fall.
    counters = {key: count for key, count in samples.items() if key[0].endswith(("_total", "_bucket", "_count", "_sum"))}
    check("the owner counts anew", touchctl("stats", "--reset").returncode == 0 and 'say ' not in touchctl("stats").stdout)
    after = metrics()
    fallen = {key: (count, after.get(key)) for key, count in counters.items() if after.get(key, -1) < count}
    check("and no counter falls", len(counters) > 50 and not fallen, fallen)

    # A client that does not read.
    slow = socket.socket(socket.AF_UNIX)
    slow.connect(path)
    slow.settimeout(PATIENCE)
    slow.sendall(b'{"type":"subscribe","id":1}\n')
    told = b""
    while b'"snapshot"' not in told:  # an earlier touch would not count as its own
        told += slow.recv(4096)
    finger(3, 10)
    lines(1)
    moved = 0
    while not value("touchd_client_queue_max_bytes") and moved < 20_000:
        for _ in range(50):
            finger(3, 20 + moved % 500)
            moved += 1
            lines(1)
    check("what waits for clients is told", value("touchd_client_queue_max_bytes") > 0, moved)
    slow.close()
    finger(-1)
    lines(1)
    until(lambda: value("touchd_clients_behind") == 0)
    check("and when it does no more", value("touchd_client_queue_bytes") == 0 and value("touchd_client_queue_max_bytes") > 0)

    check("the configuration is that of the file", value("touchd_configuration_outdated") == 0)
    configuration.write_text(CONFIGURATION + "x: 1\n")
    daemon.send_signal(signal.SIGHUP)
    check("a refused configuration is told", until(lambda: value("touchd_configuration_outdated") == 1)
          and value("touchd_configuration_reloads_total", result="refused") == 1 and value("touchd_configuration_reloads_total", result="accepted") == 0)

    # The file for node_exporter.
    file = pathlib.Path(folder, "touchd.prom")
    os.umask(0o077)
    done = touchctl("metrics", "--format", "prometheus", "--output", str(file))
    check("a file is written", done.returncode == 0 and not done.stdout + done.stderr
          and read(prometheus.text_string_to_metric_families, file.read_text())[1][("touchd_up", ())] == 1, done)
    check("that everybody may read", stat.S_IMODE(file.stat().st_mode) == 0o644, oct(file.stat().st_mode))
    done = touchctl("metrics", "--output", "-")
    check("- is standard output", done.returncode == 0 and done.stdout.endswith("\n# EOF\n"), done)
    done = touchctl("metrics", "--output", "/dev/full")
    check("a device is written into, and one that is full is 74", done.returncode == 74 and stat.S_ISCHR(os.stat("/dev/full").st_mode), done)
    done = touchctl("metrics", "--output", folder)
    check("a folder is 73, with what to do", done.returncode == 73 and "name a file in it" in done.stderr, done)
    done = touchctl("metrics", "--output", f"{folder}/none/touchd.prom")
    check("a file that cannot be written is 73", done.returncode == 73 and "none/touchd.prom" in done.stderr, done)

    # The examples of the page.
    command = re.search(r"^    ExecStart=/bin/sh -c '(.*)'$", page, re.M)[1].replace("$$", "$").replace("\\\\", "\\")
    mine, its = socket.socketpair()
    with mine, its:
        environment = {**os.environ, "PATH": f"{programs.resolve()}:{os.environ['PATH']}", "TOUCHD_SOCKET": path}
        answer = subprocess.Popen(["/bin/sh", "-c", command], stdin=its, stdout=its, env=environment)
        its.close()
        mine.sendall(b"GET /metrics HTTP/1.1\r\nHost: kiosk\r\n\r\n")
        mine.settimeout(PATIENCE)
        head, _, body = b"".join(iter(lambda: mine.recv(65536), b"")).decode().partition("\r\n\r\n")
        answer.wait(PATIENCE)
    check("docs/metrics.md: systemd's answer to a scrape is HTTP and OpenMetrics", head.startswith("HTTP/1.0 200 OK\r\nContent-Type: application/openmetrics-text;")
          and read(openmetrics.text_string_to_metric_families, body)[1][("touchd_up", ())] == 1, (head, body[:200]))
    rules = re.search(r"^```yaml\n(.*?)^```$", page, re.M | re.S)[1]
    used = {name for group in yaml.safe_load(rules)["groups"] for rule in group["rules"] for name in re.findall(r"touchd_\w+", rule["expr"])}
    check("docs/metrics.md: the alerts name metrics that there are", used <= {name for name, _ in samples}, used - {name for name, _ in samples})
    if promtool:
        pathlib.Path(folder, "rules.yaml").write_text(rules)
        said = subprocess.run([promtool, "check", "rules", f"{folder}/rules.yaml"], capture_output=True, text=True)
        check("docs/metrics.md: promtool finds the alerts right", said.returncode == 0, said)

    daemon.terminate()
    daemon.wait(PATIENCE)
    done = touchctl("metrics", "--format", "prometheus", "--output", str(file))
    samples = read(prometheus.text_string_to_metric_families, file.read_text())[1]
    check("without touchd the file says so, and nothing else", done.returncode == 69 and samples == {("touchd_up", ()): 0}, (done, samples))
    done = touchctl("metrics")
    check("and so does standard output", done.returncode == 69 and done.stdout.endswith("\ntouchd_up 0\n# EOF\n"), done)
    left = sorted(os.listdir(folder))
    check("no other file is left", [name for name in left if "touchd" in name] == ["touchd.prom"], left)
finish()
