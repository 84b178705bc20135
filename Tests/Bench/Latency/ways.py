"""The ways from a panel to a program that `latency` and `host-latency` compare: the arguments of lat for each."""
from typing import NamedTuple


class Table(NamedTuple):
    title: str
    fingers: tuple
    # The ways that the others are compared with.
    references: tuple
    # lat replaces %s by the panel's node; BYTES stands for touchd's number of bytes.
    ways: dict


def tables(bench, programs, socket, *, is_real):
    """Returns the tables. is_real: the panel is the kernel's, so libinput accepts it and uinput exists."""
    def serving(configuration):
        return ["-w", "1.5", "-x", f"exec {programs}/touchd --config {bench}/{configuration}.yaml --socket {socket} 2>/dev/null # %s"]

    def touchd(configuration, *events, observe=False):
        wanted = ",".join(f'"{event}"' for event in events)
        observed = ',"observe":true' if observe else ""
        line = f'{{"type":"subscribe","id":1,"events":[{wanted}]{observed}}}'
        return [*serving(configuration), "-u", socket, "-s", line, "-k", '"type":"frame"']

    def other(command):
        return ["-w", "1", "-x", f"exec {command}", "-u", socket]

    client = {
        "bare C relay": other(f"{bench}/relay %s {socket}"),
        "C relay, as many bytes": other(f"{bench}/relay %s {socket} 1 BYTES"),
        "touchd": touchd("touchd", "touch"),
        "  ten recognizers": touchd("recognizers", "touch"),
        "  and told of gestures": touchd("recognizers", "touch", "gesture"),
    }
    references = ("bare C relay", "C relay, as many bytes")
    if not is_real:
        return [Table("to the client, 100 regions", (1, 5, 10), references, client)]
    client["C, round trip by uinput"] = other(f"{bench}/hop %s lat/hop {bench}/relay {socket}")
    client["libinput debug-events"] = [
        "-w", "2", "-p", "exec stdbuf -oL libinput debug-events --device %s 2>/dev/null", "-k", "TOUCH_FRAME"]
    client["Python, struct and json"] = other(f"/usr/bin/python3 Tests/Bench/Latency/reader.py %s {socket}")
    return [Table("to the client, 100 regions", (1, 5, 10), references, client),
            Table("to the application's event node, through a virtual panel", (1, 10), ("C that only re-emits",), {
                "C that only re-emits": ["-w", "1", "-x", f"exec {bench}/hop %s lat/hop", "-e", "lat/hop"],
                "touchd": [*serving("surface"), "-e", "touchd/main-0"],
                "no hop: the panel's node": ["-w", "1", "-e", "lat/panel"],
                "to an observer of touchd": touchd("surface", "touch", observe=True),
                "  without virtual panel": touchd("touchd", "touch", observe=True),
            })]
