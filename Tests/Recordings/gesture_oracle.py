#!/usr/bin/env python3
"""Computes independently which gestures of the kiosk (contract 8) are made in a recording, and which contacts the application gets.

Looks at whole contacts afterwards, where touchd decides report by report. A rule is a dictionary as in the configuration. Times are µs.

- Each finger does its part alone. Swipe: at a report within `within` of its begin it has gone `travel`, and less than half as far sideways as along;
  before, never half of `travel` sideways. Hold: `hold` after its begin it is within 24 points of its first place; it stays so.
- A gesture is made at the first moment at which `fingers` fingers that began within 0.1 s have done their parts and are down (a finger counts until
  the report with its lift is over). What is due by time comes before a report of the same time.
- It takes its fingers from all rules. Of several at one moment, the first in the file goes first. The rule then ignores all fingers that begin before
  its fingers are all up.
- The application gets every other contact whole. A contact that the panel cancels while it is delayed reaches nobody.
"""
from collections import namedtuple

Contact = namedtuple("Contact", "key began start samples ended phase")  # samples: (time, (x, y)) after the begin, including the end
TOGETHER = 100_000
ALONG = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def number(rule, key, default):
    return rule.get(key, default)


def fingers_of(rule):
    return rule.get("fingers", 1)


def starts(rule, p, size):
    (x, y), (width, height) = p, size
    if "corner" in rule:
        side = number(rule, "size", 120)
        left, top = rule["corner"].endswith("Left"), rule["corner"].startswith("top")
        x0, y0 = 0 if left else width - side, 0 if top else height - side
        return x0 <= x < x0 + side and y0 <= y < y0 + side
    if "from" in rule:
        distance = number(rule, "distance", 40)
        return {"left": x < distance, "right": x >= width - distance, "top": y < distance, "bottom": y >= height - distance}[rule["from"]]
    return True


def part(rule, contact, size):
    """Returns (done, over): when the finger has done its part, or None; and when it can no longer be part of the gesture. None if it never could."""
    if not starts(rule, contact.start, size):
        return None
    x0, y0 = contact.start
    if "swipe" in rule:
        (ax, ay), travel, due = ALONG[rule["swipe"]], number(rule, "travel", 160), contact.began + round(number(rule, "within", 0.5) * 1e6)
        for time, (x, y) in contact.samples:
            along, aside = (x - x0) * ax + (y - y0) * ay, abs((x - x0) * ay) + abs((y - y0) * ax)
            if time > due or contact.phase == "cancelled" and time == contact.ended:
                break
            if along >= travel:
                return (time, contact.ended) if aside < along / 2 else (None, time)
            if aside >= travel / 2:
                return None, time
        return None, min(due + 1, contact.ended)
    over = contact.ended
    for time, (x, y) in contact.samples:
        if (x - x0) ** 2 + (y - y0) ** 2 > 24 ** 2:
            over = time
            break
    done = contact.began + round(number(rule, "hold", 3) * 1e6)
    return (done if done <= over else None), over


def gestures(rules, contacts, size):
    """Returns the gestures made, as (time, id), and the keys of the contacts that the application gets."""
    parts = [{c.key: p for c in contacts if (p := part(rule, c, size))} for rule in rules]
    by_key = {c.key: c for c in contacts}
    made, taken = [], {}
    pauses = [[] for _ in rules]  # for each rule (time of a gesture, when its fingers are all up)

    def excluded(index, contact):
        """The time from which the rule ignores the contact because of an earlier gesture of its own; None if it does not."""
        for time, up in pauses[index]:
            if contact.began <= time:
                return time
            if contact.began < up:
                return contact.began
        return None

    moments = sorted({p[0] for each in parts for p in each.values() if p[0] is not None})
    for moment in moments:
        for index, rule in enumerate(rules):
            done = [by_key[key] for key, (at, over) in parts[index].items()
                    if at is not None and at <= moment <= over and key not in taken and excluded(index, by_key[key]) is None]
            done.sort(key=lambda c: (c.began, c.key))
            count = fingers_of(rule)
            groups = [done[i:i + count] for i in range(len(done) - count + 1)]
            group = next((g for g in groups if g[-1].began <= g[0].began + TOGETHER), None)
            if group and any(parts[index][c.key][0] == moment for c in done):
                made.append((moment, rule["id"]))
                for c in group:
                    taken[c.key] = moment
                pauses[index].append((moment, max(c.ended for c in group)))

    def possible(index, contact, time):
        def alive(c):
            if c.key not in parts[index] or c.began > time or parts[index][c.key][1] <= time:
                return False
            if taken.get(c.key, time + 1) <= time:
                return False
            since = excluded(index, c)
            return since is None or since > time
        if not alive(contact):
            return False
        count = fingers_of(rules[index])
        if count == 1 or time <= contact.began + TOGETHER:
            return True
        near = sorted((c for c in contacts if abs(c.began - contact.began) <= TOGETHER and alive(c)), key=lambda c: (c.began, c.key))
        return any(contact in near[i:i + count] and near[i + count - 1].began <= near[i].began + TOGETHER for i in range(len(near) - count + 1))

    def released(contact):
        times = {contact.began, contact.began + TOGETHER + 1, contact.ended} | set(taken.values())
        times |= {p[1] for each in parts for key, p in each.items() if abs(by_key[key].began - contact.began) <= TOGETHER}
        for time in sorted(t for t in times if contact.began <= t <= contact.ended):
            if not any(possible(index, contact, time) for index in range(len(rules))):
                return time
        return contact.ended

    given = set()
    for contact in contacts:
        if contact.key in taken:
            continue
        if contact.phase == "cancelled" and released(contact) >= contact.ended:
            continue
        given.add(contact.key)
    return made, given


def contacts_of(frames):
    """Returns the contacts of frames of the slot oracle whose places are in points."""
    open_, result = {}, []
    for frame in frames:
        for event in frame["events"]:
            p = (event["x"], event["y"])
            if event["phase"] == "began":
                open_[event["key"]] = (frame["time"], p, [])
                continue
            began, start, samples = open_[event["key"]]
            samples.append((frame["time"], p))
            if event["phase"] in ("ended", "cancelled"):
                result.append(Contact(event["key"], began, start, samples, frame["time"], event["phase"]))
    return sorted(result, key=lambda c: c.key)
