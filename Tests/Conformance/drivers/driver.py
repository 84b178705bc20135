#!/usr/bin/python3
"""Prints the items of the Python client, one JSON object per item: driver.py [sync|descriptor|asyncio] OPTIONS (see ../README.md)."""
import asyncio, json, logging, pathlib, select, sys, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "clients/python"))
import touchd

mode, options = sys.argv[1], {}
for key, value in zip(sys.argv[2::2], sys.argv[3::2]):
    options.setdefault(key[2:], []).append(value)
rules, questions, the_client = options.get("on", []), {}, None


def put(item, **fields):
    print(json.dumps({"item": item, **fields}), flush=True)


def common(event):
    return {"synthetic": True} if event.synthetic else {}


def said(**fields):
    return {key: value for key, value in fields.items() if value is not None}


def show_event(frame, e):
    head = {"seq": frame.seq, "time": frame.time, "panel": frame.panel, **common(e)}
    extra = lambda *keys: {key: e.fields[key] for key in keys if key in e.fields}
    if isinstance(e, touchd.TouchEvent):
        reason = {"reason": e.reason} if e.reason else {}
        put("touch", **head, id=e.id, phase=e.phase.value, region=e.region, target=e.target, x=e.x, y=e.y, local=e.local,
            tapCount=e.tap_count, inside=e.inside, **reason, **extra("pressure", "major", "minor", "orientation", "distance", "tool"),
            **said(timestamp=e.timestamp), **({"coalesced": [[s.time, s.x, s.y, s.local] for s in e.coalesced]} if e.coalesced else {}))
        # The touch object's own record agrees.
        if e.phase in (touchd.Phase.ENDED, touchd.Phase.CANCELLED):
            assert e.touch.end == (touchd.Cancelled(e.reason) if e.reason else touchd.Ended()), e.touch
    elif isinstance(e, touchd.SensitiveEvent):
        put("sensitive", **head, id=e.id, phase=e.phase.value, region=e.region, target=e.target, **said(reason=e.reason))
    elif isinstance(e, touchd.GestureEvent):
        put("gesture", **head, gesture=e.gesture, kind=e.kind, region=e.region, state=e.state.value, touches=e.touches, local=e.local,
            **said(timestamp=e.timestamp),
            **extra("translation", "velocity", "scale", "rotation", "scaleVelocity", "rotationVelocity", "direction", "taps"))
    elif isinstance(e, touchd.ControlEvent):
        put("control", **head, region=e.region, action=e.action, id=e.id, **said(value=e.value, isOn=e.is_on))
    elif isinstance(e, touchd.ScrollEvent):
        put("scroll", **head, region=e.region, offset=e.offset, zoomScale=e.zoom_scale, state=e.state.value)
    else:
        put("outside", **head, id=e.id, region=e.region)
    # A press as the library defines it.
    if getattr(e, "is_press", False):
        put("press", region=e.region, id=e.id)
    return type(e).__name__[:-5].lower()


def listed(regions):
    return [said(id=r.id, path=r.path, kind=r.kind, screen=r.screen, bounds=r.bounds, toScreen=r.to_screen, refuses=r.refuses or None,
                 value=r.value, isOn=r.is_on, offset=r.offset, zoomScale=r.zoom_scale) for r in regions]


def placed(one):
    return said(id=one.id, after=one.after, following=one.following or None, path=one.region and one.region.path)


# The regions that the client knows.
known = []


def screen(item):
    return said(screen=item.screen, display=item.display, activity=item.activity, idle=item.idle, mode=item.mode, lastTouch=item.last_touch)


def show(item):
    """Prints an item; yields the word of the rule that it may trigger."""
    if isinstance(item, touchd.Frame):
        for event in item.events:
            yield show_event(item, event)
    elif isinstance(item, touchd.Connected):
        put("connected", server=item.server, epoch=item.epoch)
        yield "connected"
    elif isinstance(item, touchd.Disconnected):
        put("disconnected", reason=item.reason)
        yield "disconnected"
    elif isinstance(item, touchd.Waiting):
        put("waiting", path=item.path, **said(errno=item.errno), message=item.message)
        yield "waiting"
    elif isinstance(item, touchd.Reply):
        put("reply", id=item.id, ok=item.ok, **({} if item.ok else {"code": item.code, "message": item.message, **said(hint=item.hint)}))
        yield "reply"
    elif isinstance(item, touchd.Snapshot):
        put("snapshot", seq=item.seq, generation=item.generation, panels=[p["id"] for p in item.panels],
            regions=listed(item.regions), touches=[t["id"] for t in item.touches],
            **({"screens": [screen(one) for one in item.screens]} if item.screens else {}))
        known[:] = item.regions
        yield "snapshot"
    elif isinstance(item, touchd.Screen):
        put("screen", **screen(item))
        yield "screen"
    elif isinstance(item, touchd.Staff):
        put("staff", screen=item.screen, id=item.id, time=item.time)
        yield "staff"
    elif isinstance(item, touchd.Config):
        put("config", ok=item.ok, generation=item.generation, **said(message=item.message), panels=[p["id"] for p in item.panels],
            regions=listed(item.regions), gaveWay=[said(region=g.region, key=g.key, client=g.client) for g in item.gave_way])
        yield "config"
    elif isinstance(item, (touchd.Tree, touchd.Changed)):
        word = type(item).__name__.lower()
        put(word, generation=item.generation, regions=listed(item.regions))
        yield word
    elif isinstance(item, touchd.TreeChanged):
        put("treeChanged", generation=item.generation, added=[placed(one) for one in item.added], removed=item.removed,
            moved=[placed(one) for one in item.moved])
        known[:] = item.applied(known)
        if "list" in options:
            put("list", ids=[region.id for region in known])
        yield "treeChanged"
    elif isinstance(item, touchd.Overridden):
        put("overridden", region=item.region, **said(key=item.key), generation=item.generation)
        yield "overridden"
    elif isinstance(item, touchd.Warning):
        put("warning", code=item.code, message=item.message, **{key: item.fields[key] for key in ("id", "glob", "near") if key in item.fields})
        yield "warning"
    elif isinstance(item, touchd.Lagged):
        put("lagged", seq=item.seq, merged=item.merged, cancelled=item.cancelled)
        yield "lagged"
    elif isinstance(item, touchd.Released):
        put("released", receivers=item.receivers, reason=item.reason)
        yield "released"
    elif isinstance(item, touchd.Question):
        put("question", id=item.id, ask=item.ask, time=item.time, deadline=item.deadline, panel=item.panel, gesture=item.gesture,
            kind=item.kind, region=item.region, touches=item.touches, local=item.local, **said(target=item.target))
        questions[item.id] = item
        yield "question"
    else:
        put("message", fields=item.fields)
        yield item.type


def names(text):
    """Returns one name as a string, several as a list."""
    return text.split(",") if "," in text else text


def wishes_of(words):
    """Returns the wishes of a subscription, from the words of a script."""
    wishes = {key: True for key in ("observe", "axes", "coalesced") if key in words}
    if "events" in words:
        wishes["events"] = names(words["events"])
    if "maxRate" in words:
        wishes["max_rate"] = int(words["maxRate"])
    return wishes


def refuses_unknown_words():
    for call in (lambda: touchd.connect(retrys=0), lambda: touchd.connect(event=["touch"]), lambda: touchd.presses("a", retrys=0),
                 lambda: touchd.aio.presses("a", retrys=0)):
        try:
            call()
        except TypeError:
            continue
        raise AssertionError("an unknown keyword passes")


def act(client, word):
    """Runs the actions of the current rule, one after another, if its word came."""
    global the_client
    the_client = client
    if not rules or rules[0].split()[0] != word:
        return
    for action in rules.pop(0).split(maxsplit=1)[1].split(" + "):
        name, *arguments = action.split()
        if name == "subscribe":
            client.subscribe(names(arguments[0]), **wishes_of(dict(word.split("=") for word in arguments[1:])))
        elif name == "unsubscribe":
            client.unsubscribe(int(arguments[0]))
        elif name == "claim":
            client.claim(names(arguments[0]), ack_within=int(arguments[1]) if len(arguments) > 1 else None)
        elif name == "release":
            client.release(names(arguments[0]))
        elif name == "edits":
            edits = json.loads(arguments[1])
            client.edit(edits, **{word: True for word in arguments[0].split(",") if word != "once"})
            for edit in edits:
                edit.clear()  # the library has a copy
        elif name == "ack":
            client.ack(int(arguments[0]))
        elif name == "answer":
            # The question itself if it has been received, otherwise its number.
            client.answer(questions.get(int(arguments[0]), int(arguments[0])), arguments[1] == "true")
        elif name == "ping":
            client.ping()
        elif name == "sync":
            client.sync()
        elif name == "close":
            client.close()
        elif name == "nothing":
            pass
        elif name == "many":
            for _ in range(int(arguments[0])):
                client.request(arguments[1])
        elif name == "large":
            client.request(arguments[1], text="x" * int(arguments[0]))
        else:
            client.request(name)


one = lambda key, default=None: options.get(key, [default])[0]
wishes = {"path": one("socket"), "name": one("name"), "retries": int(one("retries", "0")),
          "hello_within": int(one("helloWithin", "1000000")) / 1000, "tree_changes": one("treeChanges") == "true"}
regions = options.get("regions", ["**"])
wishes.update(wishes_of({key: values[0] for key, values in options.items()}))


class Log(logging.Handler):
    def emit(self, record):
        put("log", text=record.getMessage())


def presses():
    for _, press in zip(range(int(one("presses"))), touchd.presses(*regions, **wishes)):
        put("press", region=press.region, id=press.id)


def sync():
    with touchd.connect(regions, **wishes) as client:
        act(client, "start")
        for item in client:
            for word in show(item):
                act(client, word)
                if client.closed:
                    return


def descriptor():
    """Works like a foreign event loop: waits for the descriptor, and handles everything available."""
    with touchd.connect(regions, **wishes) as client:
        act(client, "start")
        while not client.closed:
            item = client.next(0)
            if item is None:
                began = time.monotonic()
                item = client.next(0.01)
                assert item or client.closed or time.monotonic() - began >= 0.01
            if item is None:
                select.select([client], [], [])
                continue
            for word in show(item):
                act(client, word)
                if client.closed:
                    return


async def asynchronous():
    if "presses" in options:
        left = int(one("presses"))
        async for press in touchd.aio.presses(*regions, **wishes):
            put("press", region=press.region, id=press.id)
            left -= 1
            if not left:
                return
    async with touchd.aio.connect(regions, **wishes) as client:
        act(client, "start")
        while True:
            try:  # like `async for`, with a time-out that loses nothing
                item = await asyncio.wait_for(client.__anext__(), 0.02)
            except asyncio.TimeoutError:
                continue
            except StopAsyncIteration:
                return
            for word in show(item):
                act(client, word)
                if client.closed:
                    return


def after(error):
    """Checks that a request after the end is refused at once, because the iteration was ended."""
    if not rules or rules[0].split()[0] != "failed":
        return
    try:
        act(the_client, "failed")
    except touchd.TouchdError as again:
        assert again is error
        put("refused")


logging.getLogger("touchd").addHandler(Log())
logging.getLogger("touchd").propagate = False
refuses_unknown_words()
try:
    if mode == "asyncio":
        asyncio.run(asynchronous())
    elif "presses" in options:
        presses()
    else:
        sync() if mode == "sync" else descriptor()
except touchd.ProtocolMismatch as error:
    put("failed", kind="protocol", message=str(error))
    after(error)
except touchd.Refused as error:
    put("failed", kind="refused", message=str(error))
except touchd.Unreachable as error:
    put("failed", kind="unreachable", message=str(error))
    after(error)
