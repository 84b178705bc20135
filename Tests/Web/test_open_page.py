#!/usr/bin/python3
"""The ways in which a page gets its token, by the commands of docs/web.md: test_open_page.py TOUCHD TOUCHD-WEB"""
import getpass

from stage import *

commands = re.search(r"### How a page gets its token\n.*?```sh\n(.*?)```", (root / "docs/web.md").read_text(), re.S)[1]
writing, browser_line = commands.rstrip().rsplit("\n", 1)

with Stage() as stage, Chromium() as browser:
    folder = stage.folder
    (folder / "kiosk.token").write_text(stage.token + "\n")
    here = {"sudo ": "", "-o kiosk": f"-o {getpass.getuser()}", "/home/kiosk": str(folder), "/etc/touchd": str(folder), ":8137/": f":{stage.port}/"}
    for name, place in here.items():
        check(f"the page has {name.strip()}", name in writing)
        writing = writing.replace(name, place)
    done = subprocess.run(["sh", "-euc", writing], capture_output=True, text=True)
    page = folder / "open.html"
    check("the commands write a file", done.returncode == 0 and page.exists(), done)
    check("it has the token, for its owner alone", stage.token in page.read_text() and page.stat().st_mode & 0o777 == 0o600, oct(page.stat().st_mode))
    check("the browser is started with the file", browser_line == "chromium --kiosk file:///home/kiosk/open.html", browser_line)
    browser.goto(page.as_uri())
    address = f"http://127.0.0.1:{stage.port}/examples/web/"
    check("which leads to the page", browser.holds(f"location.href.startsWith({json.dumps(address)})"), browser.eval("location.href"))
    check("the page has the token", browser.holds(f"sessionStorage.getItem('token') == {json.dumps(stage.token)}"))
    check("and its address has it no more", browser.holds(f"location.href == {json.dumps(address)}"), browser.eval("location.href"))
finish()
