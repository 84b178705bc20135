#!/usr/bin/python3
"""The region editor and files: `touchctl edit` opens and saves one in place, and without touchd files can be opened and checked."""
import pathlib, re, shutil, signal, subprocess, tempfile

from editing import Editor, leave
from stage import *

KIOSK = (root / "config/kiosk.yaml").read_text()
# The pages detect a missing touchd or tool by a failing request, which Chromium reports.
EXPECTED = ("WebSocket connection", "the server responded with a status of 4")


def in_place(stage, browser):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="touchd-edit-"))
    atexit.register(shutil.rmtree, folder, True)
    file = folder / "kiosk.yaml"
    file.write_text(KIOSK)
    file.chmod(0o640)
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")} | {"XDG_RUNTIME_DIR": str(folder), "PATH": f"{bridge.parent}:{os.environ['PATH']}"}
    process = subprocess.Popen([touchctl, "edit", file, "--pages", stage.pages, "--admin-socket", stage.admin_socket], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL, text=True, env=environment)
    address = process.stdout.readline().strip()
    check("touchctl edit prints the page's address with a token", re.fullmatch(r"http://127\.0\.0\.1:\d+/editor/#token=[0-9a-f]{64}", address), address)
    made = list(folder.glob("touchctl-editor.*"))
    check("its folder is nobody else's", len(made) == 1 and made[0].stat().st_mode & 0o777 == 0o700 and all(one.stat().st_mode & 0o077 == 0 for one in made[0].iterdir()))
    editor = Editor(browser, address)
    check("the page has the file", editor.text() == KIOSK and browser.eval("document.title").startswith("kiosk.yaml"), browser.eval("document.title"))
    editor.choose("cancel")
    editor.set("frame.0", "700")
    browser.click("#save")
    expected = KIOSK.replace("[820, 60", "[700, 60")
    check("Save writes the file in place", until(lambda: file.read_text() == expected), file.read_text())
    check("its mode stays", file.stat().st_mode & 0o777 == 0o640, oct(file.stat().st_mode))
    browser.until("!document.title.startsWith('•')")
    editor.set("frame.0", "710")
    browser.click("#save")
    check("Save writes again, without opening it anew", until(lambda: "[710, 60" in file.read_text()))
    browser.until("!document.title.startsWith('•')")
    file.write_text(KIOSK + "# by somebody else\n")
    editor.set("frame.0", "720")
    browser.click("#save")
    check("a file that has changed meanwhile is not overwritten", browser.holds("document.querySelector('#said').textContent.includes('has changed the file since')") and "somebody else" in file.read_text(),
          browser.eval("document.querySelector('#said').textContent"))
    leave(browser)
    browser.goto("about:blank")
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE)
    check("Ctrl-C ends it, and leaves nothing behind", process.returncode == 0 and not list(folder.glob("touchctl-editor.*")), (process.returncode, process.stderr.read()))
    gone = subprocess.run([touchctl, "edit", folder / "none.yaml"], capture_output=True, text=True, stdin=subprocess.DEVNULL, env=environment)
    check("a file that is not there is said", gone.returncode == 66 and "none.yaml" in gone.stderr, gone)
    alone = folder / "bin"
    alone.mkdir()
    shutil.copy(touchctl, alone)
    missing = subprocess.run([alone / "touchctl", "edit", file], capture_output=True, text=True, stdin=subprocess.DEVNULL, env=environment | {"PATH": "/nowhere"})
    check("without touchd-web it says what is missing", missing.returncode == 69 and "touchd-web" in missing.stderr, missing)


def without_touchd(stage, browser):
    stage.stop_touchd()
    leave(browser)
    browser.goto(stage.url("editor/"))
    browser.until("document.querySelector('#connection').dataset.state === 'lost'")
    path = stage.folder / "chosen.yaml"
    path.write_text(KIOSK)
    browser.files("#file", path)
    editor = Editor.__new__(Editor)
    editor.browser = browser
    editor.wait_open()
    check("without touchd a file can be opened and checked", editor.text() == KIOSK)
    check("and not tried", browser.eval("document.querySelector('#try').disabled"))
    path.write_text("version: 1\nscreens: [\n")
    browser.files("#file", path)
    check("a text with an error of syntax is said to be so, with its place", browser.holds("/\\d+:\\d+/.test(document.querySelector('#problems').innerText) && document.querySelector('#message').dataset.kind === 'error'"),
          editor.list("problems"))


def main():
    with Stage(KIOSK, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1080, 1920)) as browser:
        in_place(stage, browser)
        without_touchd(stage, browser)
        check_problems(browser, EXPECTED)
    finish()


main()
