"""touchctl live: the live view by one command, of a recording and of the touchd that runs."""
import shlex
import signal

from stage import *

# The list of touches in the page.
rows = "[...document.querySelectorAll('#touch-rows button')].map(row => row.innerText.replace(/\\s+/g, ' '))"


def begun(folder, *arguments):
    """Starts the command, and returns it with the address that it prints."""
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY") and not key.startswith("TOUCHD_")}
    environment |= {"XDG_RUNTIME_DIR": str(folder), "PATH": f"{bridge.parent}:{os.environ['PATH']}"}
    process = subprocess.Popen([touchctl, "live", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=environment,
                               cwd=root)
    return process, process.stdout.readline().strip()


def ends(process, folder):
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE)
    return process.returncode == 0 and not list(folder.glob("touchctl-live.*"))


def of_a_recording(stage, browser, folder):
    command = re.search(r"^    \.build/release/touchctl live (.*)$", (root / "README.md").read_text(), re.M)
    check("the README has the command", command)
    process, address = begun(folder, *shlex.split(command[1]))
    check("touchctl live prints the page's address with a token", re.fullmatch(r"http://127\.0\.0\.1:\d+/live/#token=[0-9a-f]{64}", address), address)
    made = list(folder.glob("touchctl-live.*"))
    check("its folder is nobody else's", len(made) == 1 and made[0].stat().st_mode & 0o777 == 0o700, made)
    browser.goto(address)
    check("the page shows the fingers of the recording", browser.holds(f"{rows}.length > 0"), browser.eval(rows))
    check("with the regions of the configuration", browser.holds(f"{rows}.some(row => / (ok|title|list|map|kiosk)/.test(row))"), browser.eval(rows))
    check("and why a touch goes where it goes", browser.holds("document.querySelector('#why').innerText.includes('hits')"), browser.eval("document.querySelector('#why').innerText"))
    browser.goto("about:blank")
    check("Ctrl-C ends all of it, and leaves nothing behind", ends(process, folder), process.stderr.read())

    process, address = begun(folder, "--recording", "Tests/Recordings/demo.evemu", "--pages", stage.pages)
    browser.goto(address)
    check("without a configuration there is one region, as large as the panel", browser.holds(f"{rows}.some(row => row.includes('screen'))"), browser.eval(rows))
    browser.goto("about:blank")
    check("it ends as well", ends(process, folder), process.stderr.read())


def of_touchd(stage, browser, folder):
    process, address = begun(folder, "--socket", stage.socket, "--admin-socket", stage.admin_socket, "--pages", stage.pages)
    browser.goto(address)
    check("the page shows the touchd that runs", browser.holds("document.querySelector('#status').dataset.state == 'connected'"))
    browser.goto("about:blank")
    check("and Ctrl-C ends the page, not touchd", ends(process, folder) and os.path.exists(stage.socket), process.stderr.read())


def refused(folder):
    def said(*arguments):
        process, _ = begun(folder, *arguments)
        return process.wait(PATIENCE), process.stderr.read()
    status, text = said("--socket", folder / "none.sock")
    check("without touchd it says what to do", status == 69 and "none.sock" in text and "--recording FILE" in text, (status, text))
    status, text = said("--recording", folder / "none.evemu")
    check("a recording that is not there is said", status == 66 and "none.evemu" in text, (status, text))
    bad = folder / "bad.yaml"
    bad.write_text("version: 2\n")
    status, text = said("--recording", "Tests/Recordings/demo.evemu", "--config", bad)
    check("so is a wrong configuration, with its line", status == 78 and f"{bad}:1" in text, (status, text))
    status, text = said("--config", bad)
    check("a configuration alone is refused", status == 64 and "--recording" in text, (status, text))
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    status, text = said("--recording", pipe)
    check("so is a recording that can be read only once", status == 66 and "not a regular file" in text, (status, text))
    unread = subprocess.Popen([touchctl, "live", "--recording", "Tests/Recordings/demo.evemu", "--no-browser"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, cwd=root, env=os.environ | {"XDG_RUNTIME_DIR": str(folder), "PATH": f"{bridge.parent}:{os.environ['PATH']}"})
    unread.stdout.close()
    check("it ends if nobody reads the address", unread.wait(30) == 0)
    check("nothing is left behind", not list(folder.glob("touchctl-live.*")))


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="touchd-live-"))
    atexit.register(shutil.rmtree, folder, True)
    with Stage() as stage, Chromium(size=(1280, 800)) as browser:
        of_a_recording(stage, browser, folder)
        of_touchd(stage, browser, folder)
        refused(folder)
    finish()


main()
