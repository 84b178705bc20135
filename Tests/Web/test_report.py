"""touchctl report in a browser, opened from disk: its sections, its figures compared with touchctl replay, and its appearance."""
import collections, json, pathlib, re, subprocess, tempfile

from stage import *

demo, ghosts = (f"Tests/Recordings/{name}.evemu" for name in ("demo", "noise-ghost"))
# A sensitive region amid the touches of demo.evemu; a small button just beside one of its taps.
SECRET = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    panels: [ { match: { recording: "*.evemu" } } ]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        multipleTouchEnabled: true
        children:
          - { id: pad, frame: [0, 1000, 540, 920], sensitive: true, multipleTouchEnabled: true }
          - { id: near, kind: button, frame: [900, 1700, 60, 60] }
          - { id: map, frame: [0, 0, 1080, 980], multipleTouchEnabled: true }
"""
SECTIONS = ["Timeline", "Where it was touched", "Regions", "Cancels", "Taps just beside a button", "Report rate, jitter and noise",
            "Ghosts and stuck fingers", "Faults of the panel", "Latency"]
folder = pathlib.Path(tempfile.mkdtemp(prefix="touchd-report-"))
atexit.register(shutil.rmtree, folder, True)
(folder / "secret.yaml").write_text(SECRET)


def run(*words):
    return subprocess.run([touchctl, *map(str, words)], capture_output=True, text=True, cwd=root, timeout=PATIENCE)


def report(name, *words):
    file = folder / f"{name}.html"
    done = run("report", *words, "-o", file)
    check(f"{name}: the report is written", done.returncode == 0 and not done.stdout and not done.stderr, done)
    return file


def replayed(*words):
    """Returns the counts in a replay's frames: touches, taps, cancels by reason, begins in sensitive regions."""
    touches, taps, cancels, secret, begins = set(), set(), collections.Counter(), 0, {}
    for line in run("replay", *words).stdout.splitlines():
        for event in json.loads(line)["events"]:
            if event["event"] == "sensitive":
                secret += event["phase"] == "began"
            elif event["event"] == "touch":
                touches.add(event["id"])
                at = event.get("timestamp", json.loads(line)["time"])
                if event["phase"] == "began":
                    begins.setdefault(event["id"], (at, event["x"], event["y"]))
                elif event["phase"] == "cancelled":
                    cancels[event["reason"]] += 1
                elif event["phase"] == "ended" and event["region"]:
                    began, x, y = begins[event["id"]]
                    if at - began <= 500_000 and (event["x"] - x) ** 2 + (event["y"] - y) ** 2 <= 400:
                        taps.add(event["id"])
    return {"touches": len(touches), "taps": len(taps), "cancels": sum(cancels.values()), "sensitive": secret}, dict(cancels)


def shown(browser, place=0):
    """Returns the same counts from the report."""
    counts = browser.eval(f"Object.fromEntries([...document.querySelectorAll('section')[{place}].querySelectorAll('[data-count]')].map(b => [b.dataset.count, +b.textContent]))")
    cancels = browser.eval(f"Object.fromEntries([...document.querySelectorAll('section')[{place}].querySelectorAll('[data-table=cancels] tbody tr')]"
                           ".map(row => [row.children[0].textContent, +row.children[1].textContent]))")
    return {key: counts[key] for key in ("touches", "taps", "cancels", "sensitive")}, cancels


def fits(browser, words):
    width = browser.eval("[document.documentElement.scrollWidth, innerWidth]")
    check(f"{words}: nothing is wider than the window", width[0] <= width[1], width)


with Chromium(size=(1280, 800)) as browser:
    file = report("demo", demo, "--config", "config/demo.yaml")
    browser.goto(file.as_uri())
    headings = browser.eval("[...document.querySelectorAll('section h3')].map(h => h.textContent.replace(' by reason', ''))")
    check("the report has its sections", [one for one in headings if one in SECTIONS] == SECTIONS, headings)
    check("touches, taps and cancels are those of touchctl replay", shown(browser) == replayed(demo, "--config", "config/demo.yaml"),
          (shown(browser), replayed(demo, "--config", "config/demo.yaml")))
    check("the timeline has a bar for each touch", browser.eval("document.querySelectorAll('.scroll rect').length") == shown(browser)[0]["touches"])
    check("and each region its colour in the legend", browser.eval("[...document.querySelectorAll('.legend li')].map(li => li.textContent)") == ["map 8", "ok 2", "cancel 1"],
          browser.eval("document.querySelector('.legend').textContent"))
    check("the report rate is the recording's", browser.eval("document.querySelector('[data-count=rate]').textContent") == "100 Hz")
    check("nothing is loaded and nothing runs", browser.eval("performance.getEntriesByType('resource').length + document.scripts.length") == 0)
    fits(browser, "1280 by 800")
    browser.resize((1280, 1150))
    look(browser, "report")
    for size in ((1080, 1920), (390, 844)):
        browser.resize(size)
        fits(browser, f"{size[0]} by {size[1]}")
        look(browser, f"report-{size[0]}")
    browser.resize((1280, 800))
    browser.page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    check("it is dark where the reader's system is", browser.eval("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 27)")
    look(browser, "report-dark")
    browser.page("Emulation.setEmulatedMedia", features=[])
    check_problems(browser)

    file = report("secret", demo, "--config", folder / "secret.yaml")
    browser.goto(file.as_uri())
    config = ("--config", folder / "secret.yaml")
    check("with a sensitive region the figures are those of the replay too", shown(browser) == replayed(demo, *config), (shown(browser), replayed(demo, *config)))
    check("the region is one grey block with a count", browser.eval("[...document.querySelectorAll('text.secret')].map(t => t.textContent)") == ["pad: 3 touches"] * 2)
    inside = browser.eval("""(() => {
      const box = document.querySelector('polygon.secret').getBBox(), inside = (x, y) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
      return [...document.querySelectorAll('.picture polyline')].flatMap(one => [...one.points]).filter(p => inside(p.x, p.y)).length
        + [...document.querySelectorAll('.picture circle')].filter(c => inside(+c.getAttribute('cx'), +c.getAttribute('cy'))).length;
    })()""")
    check("no place in it is in the file", inside == 0, inside)
    check("a tap just beside a button is told", browser.eval("[...document.querySelectorAll('[data-table=nearMisses] tbody tr')].map(row => row.children[3].textContent)") == ["near"],
          browser.eval("document.querySelector('[data-table=nearMisses]')?.textContent"))
    fits(browser, "with a sensitive region")
    look(browser, "report-secret")
    check_problems(browser)

    file = report("several", ghosts, demo, "Tests/Recordings/two-fingers.yml", "Tests/Recordings/ends-with-fingers-down.evemu")
    browser.goto(file.as_uri())
    check("several recordings have a section each", browser.eval("document.querySelectorAll('section').length") == 4)
    check("and a table that leads to them", browser.eval("[...document.querySelectorAll('nav a')].every(a => document.querySelector(a.getAttribute('href')).querySelector('h2').textContent == a.textContent)"))
    for place, recording in enumerate((ghosts, demo)):
        told, expected = shown(browser, place), replayed(recording)
        check(f"{recording}: touches and cancels are those of the replay", [told[0]["touches"], told[1]] == [expected[0]["touches"], expected[1]], (told, expected))
    check("the ghosts are found", browser.eval("[...document.querySelectorAll('[data-table=ghosts] tbody tr')].map(row => row.children[3].textContent).join()") == "12,12",
          browser.eval("document.querySelector('[data-table=ghosts]')?.textContent"))
    check("libinput's clock is told, and that there is none elsewhere",
          browser.eval("[...document.querySelectorAll('dl.facts')].map(dl => /begins at 12:00:00/.test(dl.textContent)).join()") == "false,false,true,false")
    check("fingers that stay down are told", browser.eval("document.querySelectorAll('section')[3].querySelectorAll('[data-table=stuck] tbody tr').length") == 2)
    fits(browser, "several recordings")
    look(browser, "report-several")
    check_problems(browser)

check("the same recording gives the same bytes", report("demo", demo, "--config", "config/demo.yaml").read_bytes() == (folder / "demo.html").read_bytes()
      == run("report", demo, "--config", "config/demo.yaml").stdout.encode())
done = run("report", demo, "--timing")
check("--timing measures the replay", "Replay, per report" in done.stdout and not done.stderr)
(folder / "bad.evemu").write_text((root / demo).read_text() + "E: 7.0 0003 zz 1\n")
done = run("report", folder / "bad.evemu", "-o", folder / "none.html")
check("a wrong line is named, and no file is written", done.returncode == 66 and re.search(r"bad\.evemu:\d+: error: ", done.stderr) and not (folder / "none.html").exists(), done)
done = run("report", demo, folder / "bad.evemu", "-o", folder / "rest.html")
check("beside other recordings it is named in the report, too", done.returncode == 66 and re.search(r"bad\.evemu:\d+: error: ", done.stderr)
      and len(re.findall("<section", (folder / "rest.html").read_text())) == 1 and "bad.evemu" in (folder / "rest.html").read_text(), done)
done = run("report", demo, "-o", folder / "missing" / "x.html")
check("a folder that there is not: 73", done.returncode == 73 and done.stderr.startswith("touchctl: cannot write"), done)
done = run("report", demo, "--config", folder / "no.yaml")
check("a configuration that there is not: 66", done.returncode == 66, done)
done = run("report")
check("no recording: 64", done.returncode == 64, done)

# Data that a running kiosk keeps: its hourly counts, and a journal from a file.
folder.joinpath("keep.yaml").write_text((root / "config/demo.yaml").read_text())
path = folder / "events.sock"
ids = {name: f"{number:032x}" for number, name in enumerate(("panel", "client"), 1)}
entries = [(3600, 4, ids["panel"], "panel main-0: it is gone", {"PANEL": "main-0"}), (1800, 4, ids["panel"], "panel main-0: it is gone again", {"PANEL": "main-0"}),
           (60, 3, ids["client"], "cannot save the statistics: <no space>", {}), (30, 6, "0" * 32, "a client connects", {}), (500_000, 3, ids["client"], "old", {})]
(folder / "journal.json").write_text("".join(json.dumps({
    "__REALTIME_TIMESTAMP": str(int((time.time() - ago) * 1e6)), "PRIORITY": str(level), "MESSAGE_ID": id, "MESSAGE": text, **more}) + "\n"
    for ago, level, id, text, more in entries))
daemon = subprocess.Popen([touchd, "--config", folder / "keep.yaml", "--recording", root / demo, "--socket", path], stderr=subprocess.DEVNULL,
                          env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
try:
    until(path.exists)
    Lines(path).answer("subscribe", regions=["**"])  # the recording starts now
    stats = lambda: json.loads(run("stats", "--json", "--socket", path).stdout or "{}").get("statistics", {})
    check("touchd has played the recording", until(lambda: sum(one["touches"] for one in stats().get("panels", [])) == 11, 120), stats())
    until(lambda: sum(one["taps"] for one in stats()["regions"]) == 3)
    counted = stats()
    use = report("use", "--since", "1d", "--journal", folder / "journal.json", "--socket", path)
finally:
    daemon.terminate()
    daemon.wait(PATIENCE)
with Chromium(size=(1280, 800)) as browser:
    browser.goto(use.as_uri())
    counts = browser.eval("Object.fromEntries([...document.querySelectorAll('[data-count]')].map(b => [b.dataset.count, +b.textContent]))")
    expected = {"touches": sum(one["touches"] for one in counted["regions"]), "taps": sum(one["taps"] for one in counted["regions"]), "missed": counted["missed"],
                "cancels": sum(sum(one["cancels"].values()) for one in counted["regions"]), "alarms": 3}
    check("a report of what is kept has the counts of touchctl stats, and the alarms", {key: counts[key] for key in expected} == expected, (counts, expected))
    alarms = browser.eval("[...document.querySelectorAll('[data-table=alarms] tbody tr')].map(row => [...row.children].slice(1, 3).map(one => one.textContent).join(' '))")
    check("errors stand first, and each message once", alarms == ["error 1", "warning 2"], alarms)
    check("with its latest text", "it is gone again" in browser.eval("document.querySelector('[data-table=alarms]').textContent"))
    check("an hour with touches has a bar", browser.eval("document.querySelectorAll('[data-hours=touches]').length") in (1, 2))
    check("the panel is there", browser.eval("document.querySelector('[data-table=panels] tbody td').textContent") == "main-0")
    check("nothing of it is a place", browser.eval("document.querySelectorAll('polyline, circle, .heat').length") == 0)
    fits(browser, "what is kept")
    look(browser, "report-since")
    browser.resize((390, 844))
    fits(browser, "what is kept, on a phone")
    check_problems(browser)
done = run("report", "--since", "1d", "--journal", folder / "journal.json", "--socket", path)
check("without touchd there are alarms, and the reason why there is no more", done.returncode == 0 and "No counts: " in done.stdout, done.stderr)
done = run("report", "--since", "soon", "--socket", path)
check("no time: 64", done.returncode == 64 and "yesterday" in done.stderr, done)
done = run("report", demo, "--since", "1d")
check("recordings and --since: 64", done.returncode == 64, done)
finish()
