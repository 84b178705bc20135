#!/usr/bin/python3
"""A made-up application on an accessibility bus: application.py ADDRESS NAME. The tree comes as JSON in the first line. It answers as toolkits do, or badly.

An object has `role`, `name`, `frame`, and perhaps `states`, `description`, `actions`, `value` [current, minimum, maximum, step], `text`, `labelFor`, `labelledBy`,
`children`; `count` and `each` stand for as many equal children. `manner` of the tree: `slow`: each answer takes 1 s; `held`: there is no answer, but
`held` goes out for each question; `dead`: the process ends at the first GetAccessibleAtPoint; `types`: all answers have wrong types; `flat`: no object
knows what lies at a point.

Commands follow as JSON lines: {"remove": id}, {"set": {id: {…}}}, {"manner": …}, {"end": true}. What has been done to objects goes out as JSON lines."""
import json, os, sys

import dbus, dbus.lowlevel, dbus.bus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

ROLES = {"application": 75, "frame": 23, "panel": 39, "filler": 20, "section": 85, "document": 95, "push button": 43, "check box": 7, "slider": 51, "link": 88,
         "entry": 79, "password": 40, "label": 29, "static": 116, "heading": 83, "image": 27, "list": 31, "list item": 32, "paragraph": 73, "dialog": 16}
STATES = {"active": 1, "checked": 4, "editable": 7, "enabled": 8, "focusable": 11, "selected": 23, "sensitive": 24, "showing": 25, "visible": 30}
USUAL = ["showing", "visible", "enabled", "sensitive"]
A11Y = "/org/a11y/atspi/accessible/"
ACCESSIBLE, COMPONENT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Component"


class Node:
    def __init__(self, spec, parent, index):
        self.spec, self.parent, self.index = spec, parent, index
        self.id = spec.get("id") or f"n{len(Node.all)}"
        Node.all[self.id] = self
        self.children = [Node(child, self, number) for number, child in enumerate(spec.get("children", []))]

    all = {}

    @property
    def frame(self):
        return self.spec.get("frame", [0, 0, 0, 0])

    def child(self, index):
        if "count" in self.spec:
            return made(f"{self.id}_{index}") if 0 <= index < self.spec["count"] else None
        return self.children[index] if 0 <= index < len(self.children) else None

    @property
    def count(self):
        return self.spec.get("count", len(self.children))


def made(name):
    """Returns an object; one of many equal children is made when it is asked for."""
    if name in Node.all:
        return Node.all[name]
    parent, _, index = name.rpartition("_")
    node = Node.all.get(parent)
    if node is None or "count" not in node.spec or not index.isdigit() or int(index) >= node.spec["count"]:
        return None
    each, index = node.spec["each"], int(index)
    x, y, width, height = each["frame"]
    return Node({**each, "id": name, "name": each["name"] % index, "frame": [x, y + index * height, width, height]}, node, index)


def reference(node):
    """Returns a node as a struct; an id of another object as such; nothing for None."""
    if node is None:
        return dbus.Struct(("", dbus.ObjectPath("/org/a11y/atspi/null")), signature="so")
    name = node if isinstance(node, str) else node.id
    return dbus.Struct((bus.get_unique_name(), dbus.ObjectPath(A11Y + name)), signature="so")


def at(node, x, y):
    for child in reversed(node.children):
        left, top, width, height = child.frame
        if left <= x < left + width and top <= y < top + height and "showing" in child.spec.get("states", USUAL):
            return child
    if "count" in node.spec:
        left, top, width, height = node.spec["each"]["frame"]
        index = int((y - top) // height)
        if left <= x < left + width and 0 <= index < node.spec["count"]:
            return made(f"{node.id}_{index}")
    return node


def answer(node, interface, member, arguments):
    """Returns the signature and the values of the reply; None for an error."""
    spec = node.spec
    if interface == "org.freedesktop.DBus.Properties":
        if member == "Set":
            tell(set=node.id, value=float(arguments[2]))
            spec["value"][0] = min(max(float(arguments[2]), spec["value"][1]), spec["value"][2])
            return "", []
        name = str(arguments[1])
        values = {"Name": lambda: dbus.String(spec.get("name", "")), "Description": lambda: dbus.String(spec.get("description", "")),
                  "ChildCount": lambda: dbus.Int32(node.count), "Parent": lambda: reference(spec.get("parent") or node.parent)}
        if "text" in spec:
            values["CharacterCount"] = lambda: dbus.Int32(len(spec["text"]))
        if "value" in spec:
            values |= {key: lambda place=place: dbus.Double(spec["value"][place])
                       for place, key in enumerate(("CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"))}
        return ("v", [values[name]()]) if name in values else None
    if member == "GetRole":
        return "u", [ROLES[spec["role"]]]
    if member == "GetState":
        bits = sum(1 << STATES[state] for state in spec.get("states", USUAL))
        return "au", [[bits & 0xffffffff, bits >> 32]]
    if member == "GetChildAtIndex":
        return "(so)", [reference(spec["cycle"] if "cycle" in spec else node.child(int(arguments[0])))]
    if member == "GetIndexInParent":
        return "i", [spec.get("index", node.index)]
    if member == "GetChildren":
        return "a(so)", [[reference(child) for child in node.children]]
    if member == "GetRelationSet":
        return "a(ua(so))", [[dbus.Struct((dbus.UInt32(number), [reference(spec[relation])]), signature="ua(so)")
                              for relation, number in (("labelFor", 1), ("labelledBy", 2)) if relation in spec]]
    if member == "GetExtents" and "frame" in spec:
        return "(iiii)", [dbus.Struct(spec["frame"], signature="iiii")]
    if member == "GetAccessibleAtPoint":
        if manner == "dead":
            os._exit(1)
        found = node if manner == "flat" else at(node, *arguments[:2])
        return "(so)", [reference(None if found is node else found)]
    if member == "GetActions":
        # Their names in the language of the application, which Chromium leaves empty.
        return "a(sss)", [dbus.Array([dbus.Struct(("", "", ""), signature="sss") for _ in spec.get("actions", [])], signature="(sss)")]
    if member == "GetName":
        return "s", [spec["actions"][int(arguments[0])]]
    if member == "DoAction":
        tell(act=node.id, action=spec["actions"][int(arguments[0])])
        if spec["role"] == "check box":
            states = set(spec.get("states", USUAL))
            spec["states"] = sorted(states ^ {"checked"})
        return "b", [True]
    if member == "GetText" and ("text" in spec or spec["role"] == "password"):
        tell(text=node.id)
        text = spec.get("text", "secret")
        # As Firefox does.
        return "s", [text[arguments[0]:arguments[1]] if arguments[1] <= len(text) else ""]
    if member == "ScrollTo":
        tell(scroll=node.id)
        if spec.get("cannotScroll"):
            return "b", [False]
        spec["states"] = USUAL
        return "b", [True]
    return None


def tell(**what):
    print(json.dumps(what), flush=True)


def handle(connection, message):
    if message.get_type() != 1:
        return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
    path = message.get_path() or ""
    node = made(path[len(A11Y):]) if path.startswith(A11Y) else None
    found = None
    if manner == "held":
        tell(held=True)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED
    if node is not None:
        found = answer(node, message.get_interface(), message.get_member(), message.get_args_list())
    if found is None:
        reply = dbus.lowlevel.ErrorMessage(message, "org.freedesktop.DBus.Error.UnknownObject", "there is none")
    elif manner == "types":
        reply = dbus.lowlevel.MethodReturnMessage(message)
        wrong = {"v": ("v", [dbus.Struct((1, 2), signature="ii")]), "u": ("s", ["x"]), "au": ("as", [["x"]]), "(so)": ("i", [7]), "i": ("d", [1.5])}
        reply.append(*wrong.get(found[0], ("b", [True]))[1], signature=wrong.get(found[0], ("b", [True]))[0])
    else:
        reply = dbus.lowlevel.MethodReturnMessage(message)
        if found[0]:
            reply.append(*found[1], signature=found[0])
    if manner == "slow":
        GLib.timeout_add(1000, lambda: connection.send_message(reply) and False)
    else:
        connection.send_message(reply)
    return dbus.lowlevel.HANDLER_RESULT_HANDLED


def obey(channel, condition):
    global manner
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    command = json.loads(line)
    if "remove" in command:
        node = Node.all.pop(command["remove"])
        siblings = node.parent.children
        siblings.remove(node)
        for number, sibling in enumerate(siblings):
            sibling.index = number
    for name, changes in command.get("set", {}).items():
        Node.all[name].spec.update(changes)
    manner = command.get("manner", manner)
    if command.get("end"):
        os._exit(0)
    tell(obeyed=True)
    return True


DBusGMainLoop(set_as_default=True)
address, name, spec = sys.argv[1], sys.argv[2], json.loads(sys.stdin.readline())
manner = spec.pop("manner", "well")
bus = dbus.bus.BusConnection(address)
root = Node({"id": "root", "role": "application", "name": name, "children": spec["windows"]}, None, 0)
bus.add_message_filter(handle)
registry = dbus.Interface(bus.get_object("org.a11y.atspi.Registry", A11Y + "root", introspect=False), "org.a11y.atspi.Socket")
registry.Embed(reference("root"), signature="(so)")
tell(ready=bus.get_unique_name())
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, obey)
loop = GLib.MainLoop()
loop.run()
