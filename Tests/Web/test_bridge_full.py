#!/usr/bin/python3
"""The reaction of a page to a bridge that has no free connection: test_bridge_full.py TOUCHD TOUCHD-WEB"""
from stage import *
from bridge import WebSocket

with Stage(admin=True, web="limits: { perToken: 1, ping: 1000 }\n") as stage, Chromium() as browser:
    first = WebSocket(stage.port, stage.token, Origin=f"http://127.0.0.1:{stage.port}")
    first.message()
    browser.goto(stage.url("live/"))
    check("the page says that there may be no room", browser.holds("document.querySelector('#status').textContent.includes('no room for this page')"),
          browser.eval("document.querySelector('#status').textContent"))
    check("it does not ask for another token", not browser.eval("!!document.querySelector('dialog.token')"))
    look(browser, "bridge-full")
    first.close()
    check("it connects by itself when there is a place", browser.holds("document.querySelector('#status').dataset.state == 'connected'"))
    check_problems(browser, but=("WebSocket", "404"))
finish()
