"""A web shop that is used without a look at the display. Tests/VM/reading runs these parts with a panel, a keypad and the services, and
Tests/Read/shopping.py without devices of a kernel. A site has what differs: its fingers (`glass`), its keys (`pad`), its speech (`log`), and what the
shop's server was `told`."""
import os
import signal

import shop
from readingvisitor import Visitor
from testkit import check, until


def needs(sentence, holds, detail=""):
    """Checks something without which the rest of a part makes no sense."""
    if not check(sentence, holds, detail):
        raise AssertionError(sentence)


def opened(site, name):
    """Opens the shop in the browser, or goes to its first page. Returns a visitor."""
    if site.is_open:
        visitor = Visitor(site, name)
        visitor.switch(False)
        told = len(site.told)
        visitor.reaches("Mill Street Tea", key="UP")
        visitor.pad.press("ENTER")
        visitor.check("a key leads to the shop's first page", visitor.told(told, type="search", words=""), site.told[told:])
    else:
        needs("the browser shows the shop", site.open_shop(), site.told)
        site.is_open = True
        visitor = Visitor(site, name)
    # Chromium tells the bus of a page some time after it is shown.
    needs(f"{name}: the reader has the page", until(lambda: visitor.press("DOWN").get("label") == "Coffee", step=0), visitor.client.lines[-20:])
    visitor.switch(True)
    return visitor


def buys(site, visitor, is_by_key):
    """Searches, chooses and pays, by keys or by fingers that explore."""
    told, heard = len(site.told), len(visitor.log.read())
    goes_to = visitor.reaches if is_by_key else visitor.finds

    def activate():
        visitor.pad.press("ENTER") if is_by_key else visitor.double_tap()
        # A key that comes before the application has answered takes the activation back.
        visitor.settle(1)
    goes_to("Search")
    activate()
    searching = site.search(visitor, is_by_key)
    visitor.check("the shop searches", visitor.told(told, type="search", words="tea"), site.told[told:])
    goes_to("Green tea")
    activate()
    visitor.check("an article is chosen", visitor.told(told, type="product", id="green"), site.told[told:])
    for label in ("Add to cart", "I accept the terms", "Pay 4.50 €"):
        goes_to(label, *([] if is_by_key else [50]))
        activate()
    visitor.check("and paid, by a trusted click", visitor.told(told, type="order", product="green", trusted=True), site.told[told:])
    bought = [each["type"] for each in site.told[told:]]
    visitor.check("nothing else was pressed", bought == ["search", "product", "order"], site.told[told:])
    goes_to("Thank you")
    visitor.hears("speech says all of it", "Search.", *searching, "Green tea, link.", "Add to cart, button.", "I accept the terms, switch. off.", "on",
                  "Pay 4.50 €, button.", "Thank you, heading.", after=heard)


def shop_by_exploring(site):
    buys(site, opened(site, "exploring"), is_by_key=False)


def shop_by_keypad(site):
    buys(site, opened(site, "keypad"), is_by_key=True)


def reader_killed(site):
    visitor = opened(site, "killed")
    visitor.finds("Coffee")
    x, y, width, height = visitor.focused()["frame"]
    visitor.down(x + 5, y + height / 2)
    visitor.settle()
    site.kill_reader()
    mark = visitor.mark()
    visitor.down(x + width - 5, y + height / 2)
    line = visitor.client.expect(lambda line: line["type"] == "focus", after=mark)
    visitor.check("without a reader a finger finds the surface", line and line.get("label") == "Shop", visitor.client.lines[mark:])
    visitor.lift()
    visitor.settle()
    for key in ("DOWN", "UP"):
        visitor.check(f"the key {key} passes over it", visitor.press(key).get("region") not in (None, "shop"), visitor.client.lines[mark:])
    visitor.check("the reader starts again", site.release_reader())
    visitor.finds("Coffee")
    visitor.reaches("Mint tea", key="UP")

    heard = len(visitor.log.read())
    site.kill_speech()
    visitor.reaches("Coffee")
    visitor.check("speech starts again", site.start_speech())
    visitor.hears("the last element is said", "Coffee, link.", after=heard)
    visitor.finds("Green tea")
    visitor.hears("speech goes on", "Coffee, link.", "Green tea, link.", after=heard)


def profile_during_a_touch(site):
    visitor = opened(site, "during a touch")
    visitor.reaches("Find")
    x, y, width, height = visitor.focused()["frame"]
    x, y = x + width / 2, y + height / 2
    visitor.switch(False)
    told, mark = len(site.told), visitor.mark()
    visitor.down(x, y)
    visitor.client.expect_touch(after=mark, phase="began")
    visitor.switch(True)
    visitor.lift()
    if site.touches_applications:
        visitor.check("the finger that was down goes on, and presses what it touches", visitor.told(told, type="search"), site.told[told:])
    ended = visitor.client.expect_touch(after=mark, phase="ended")
    visitor.check("the finger that was down goes on to its end", ended, visitor.client.touches(mark))
    visitor.press("UP")
    told, mark = len(site.told), visitor.mark()
    visitor.down(x, y)
    visitor.down(x + 12, y)
    line = visitor.client.expect(lambda line: line["type"] == "focus" and line.get("label") == "Find", after=mark)
    visitor.check("the next one explores", line, visitor.client.lines[mark:])
    visitor.lift()
    visitor.settle(1)
    visitor.check("and touches nothing", site.told[told:] == [] and visitor.client.touches(mark) == [], (site.told[told:], visitor.client.touches(mark)))


def page_changes(site):
    visitor = opened(site, "a page that changes")
    visitor.finds("Green tea")
    x, y, width, height = visitor.focused()["frame"]
    told = len(site.told)
    # A finger that has come down says once what it rests on.
    mark = visitor.mark()
    visitor.down(x + width / 2, y + height / 2)
    visitor.client.expect(lambda line: line["type"] == "focus" and line.get("label") == "Green tea", after=mark)
    asked = shop.Shop.asked
    shop.Shop.catalogue = shop.CATALOGUE[1:]
    # When the page asks again, it has shown the last answer.
    until(lambda: shop.Shop.asked >= asked + 3)
    visitor.lift()
    visitor.double_tap()
    visitor.settle(2)
    visitor.check("what lies there now is not pressed", site.told[told:] == [], site.told[told:])
    visitor.finds("Black tea")
    visitor.check("a finger finds it there", abs(visitor.focused()["frame"][1] - y) < 2, visitor.focused())
    visitor.double_tap()
    visitor.check("and then presses it", visitor.told(told, type="product", id="black"), site.told[told:])
    shop.Shop.catalogue = list(shop.CATALOGUE)


def late_answer(site):
    """An answer that comes after the visitor has gone on."""
    visitor = opened(site, "a browser that hangs")
    visitor.finds("Mint tea")
    x, y, width, height = visitor.focused()["frame"]
    pid = site.browser()
    os.kill(pid, signal.SIGSTOP)
    try:
        mark = visitor.mark()
        visitor.down(x + 5, y + height / 2 - 90)
        line = visitor.client.expect(lambda line: line["type"] == "focus" and line.get("label") == "Shop", after=mark)
        visitor.check("a finger finds the surface", line, visitor.client.lines[mark:])
        visitor.lift()
        visitor.settle()
        visitor.reaches("E", tries=4)
    finally:
        os.kill(pid, signal.SIGCONT)
    mark = visitor.mark()
    visitor.settle(2)
    late = [line for line in visitor.client.lines[mark:] if line["type"] == "focus"]
    visitor.check("its late answer does not move the focus", late == [], late)
    visitor.finds("Mint tea")


PARTS = [shop_by_exploring, reader_killed, profile_during_a_touch, shop_by_keypad, page_changes, late_answer]
