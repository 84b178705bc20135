"""touchctl record: the file contains the events written to a simulated panel, evemu reads it, and touchctl replay plays it. libinput record's file of
the same events gives the same touches. Recording through the daemon works even if the kernel has lost events."""
import json, os, re, shutil, signal, socket, struct, subprocess, sys, tempfile, time

import simulated
from simulated import PATIENCE, check, descriptor, device, here, node, plug, programs, testbed, until

plug()
panel = descriptor()

# (µs since the first event, type, code, value): two fingers, a tracking id that replaces a live one, a lift.
REPORT = (0, 0, 0)
events = [(0, 3, 0x2f, 0), (0, 3, 0x39, 5), (0, 3, 0x35, 1024), (0, 3, 0x36, 576), (0, 1, 0x14a, 1), (0, *REPORT),
          (10_000, 3, 0x2f, 1), (10_000, 3, 0x39, 6), (10_000, 3, 0x35, 3072), (10_000, 3, 0x36, 577), (10_000, *REPORT),
          (20_500, 3, 0x35, 3070), (20_500, *REPORT),
          (31_000, 3, 0x2f, 0), (31_000, 3, 0x39, 7), (31_000, 3, 0x35, 100), (31_000, *REPORT),
          (1_200_004, 3, 0x39, -1), (1_200_004, *REPORT)]


def play(start, some):
    os.write(panel, b"".join(struct.pack("<qqHHi", *divmod(start + time, 1_000_000), *event) for time, *event in some))


def start(*command):
    """Starts a recorder and returns once it is ready for events."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.said = ""
    while "ecording" not in process.said and (line := process.stderr.readline()):
        process.said += line
    return process


def end(process, how):
    """Ends the recorder by `how` and returns the rest of its output."""
    how()
    output, rest = process.communicate(timeout=PATIENCE)
    process.said += rest
    return output


def recorded(path):
    """Returns the events of a file in the form used above."""
    lines = [line.split() for line in open(path) if line.startswith("E:") and line.endswith("\n")]
    times = [int(line[1].replace(".", "")) for line in lines]
    return [(time - times[0], int(line[2], 16), int(line[3], 16), int(line[4])) for time, line in zip(times, lines)]


def replay(path):
    done = subprocess.run([programs / "touchctl", "replay", path], capture_output=True, text=True, timeout=PATIENCE)
    frames = [json.loads(line) for line in done.stdout.splitlines()]
    return done.stderr, [(frame["time"] - frames[0]["time"], frame["events"]) for frame in frames]


with tempfile.TemporaryDirectory() as folder:
    file = f"{folder}/panel.evemu"
    touchctl = [programs / "touchctl", "record", "--socket", f"{folder}/none"]

    recorder = start(*touchctl, node, "-o", file)
    check("it says what it records", "ACME Kiosk Touch" in recorder.said and node in recorder.said, recorder.said)
    play(5_000_000, events[:6])
    check("what has come is in the file while it records", until(lambda: recorded(file) == events[:6]), recorded(file))
    play(5_000_000, events[6:])
    until(lambda: recorded(file) == events)
    end(recorder, lambda: recorder.send_signal(signal.SIGINT))
    check("Ctrl-C ends it with 0", recorder.returncode == 0, recorder.said)
    check("it says how much it has", f"{len(events)} events in 5 frames" in recorder.said, recorder.said)
    check("each event is there, with its time", recorded(file) == events, recorded(file))
    text = open(file).read()
    check("the wall clock stands before the first event", re.search(r"\n# Current time is \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\nE: 0\.000001 ", text), text)
    report = subprocess.run([programs / "touchctl", "report", file], capture_output=True, text=True, timeout=PATIENCE)
    check("and touchctl report tells it", re.search(r"begins at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", report.stdout), report.stderr)
    check("times begin at 0.000001", [line for line in text.splitlines() if line[:2] == "E:"][0].startswith("E: 0.000001 "), text)

    evemu = subprocess.run([sys.executable, here.parent / "Recordings/check_with_evemu.py", file], capture_output=True, text=True)
    check("evemu reads it", evemu.stdout == "1 passed, 0 failed\n", evemu.stdout + evemu.stderr)
    complaint, frames = replay(file)
    check("touchctl replay plays it", [[(e["phase"], e.get("reason")) for e in touches] for _, touches in frames] == [
        [("began", None)], [("began", None)], [("moved", None)],
        [("cancelled", "identityChanged"), ("began", None)], [("ended", None)], [("cancelled", "deviceRemoved")]],
          complaint or frames)

    # Compared with libinput record, which reads through libevdev and therefore hides the id that replaces a live one.
    plain = events[:13] + [(31_000, 3, 0x39, -1), (31_000, *REPORT), (40_000, 3, 0x2f, 0), (40_000, 3, 0x39, -1), (40_000, *REPORT)]
    if shutil.which("libinput"):
        files = [f"{folder}/ours.evemu", f"{folder}/libinput.yml"]
        ours = start(*touchctl, node, "-o", files[0])
        play(7_000_000, plain)
        until(lambda: len(recorded(files[0])) == len(plain))
        end(ours, lambda: ours.send_signal(signal.SIGTERM))
        check("SIGTERM ends it with 0", ours.returncode == 0, ours.said)
        theirs = start("libinput", "record", "-o", files[1], node)
        until(lambda: os.path.exists(files[1]) and "events:" in open(files[1]).read())
        play(7_000_000, plain)
        until(lambda: open(files[1]).read().count("SYN_REPORT") >= len([e for e in plain if e[1:] == REPORT]))
        end(theirs, lambda: theirs.send_signal(signal.SIGINT))
        check("libinput record's file gives the same touches", replay(files[0]) == replay(files[1]) and len(replay(files[0])[1]) == 5,
              (replay(files[0]), replay(files[1])))
    else:
        print("skipped: there is no libinput record here")

    # Through the daemon, to which the kernel reports lost events: umockdev's kernel says that no finger is down.
    path = f"{folder}/events.sock"
    daemon = subprocess.Popen([programs / "touchd", "--config", here / "panel.yaml", "--socket", path], stderr=subprocess.DEVNULL,
                              env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(PATIENCE)
    while client.connect_ex(path):
        time.sleep(0.02)
    client.sendall(b'{"type":"subscribe","id":1,"events":["touch"]}\n')
    stream = map(json.loads, client.makefile("r"))
    while (message := next(stream))["type"] != "snapshot" or not message["panels"]:
        pass
    recorder = start(programs / "touchctl", "record", node, "--socket", path, "-o", file)
    moment = time.monotonic_ns() // 1000
    play(moment, events[:11])
    frames = [next(stream) for _ in range(2)]
    play(moment + 20_000, [(0, 3, 0x35, 5), (0, 0, 3, 0), (0, *REPORT)])
    frames.append(next(stream))
    play(moment + 30_000, [(0, 3, 0x2f, 2), (0, 3, 0x39, 9), (0, 3, 0x35, 100), (0, 3, 0x36, 100), (0, *REPORT), (10_000, 3, 0x39, -1), (10_000, *REPORT)])
    frames += [next(stream) for _ in range(2)]
    end(recorder, lambda: recorder.send_signal(signal.SIGINT))
    said = [(e["phase"], e.get("reason"), e["region"]) for frame in frames for e in frame["events"]]
    check("what was lost cancels", said == [("began", None, "left"), ("began", None, "right"), ("cancelled", "resync", "left"),
                                            ("cancelled", "resync", "right"), ("began", None, "left"), ("ended", None, "left")], said)
    text = open(file).read()
    check("through the daemon, with the hole", "through touchd" in recorder.said and text.count(" 0000 0003 ") == 1, recorder.said + text)
    check("which is said, and 74", recorder.returncode == 74 and "(SYN_DROPPED); the recording has gaps" in recorder.said, recorder.said)
    complaint, frames = replay(file)
    told = [(e["phase"], e.get("reason")) for _, touches in frames for e in touches]
    check("which replays as two cancels, and no lift but the one that there was",
          told == [("began", None)] * 2 + [("cancelled", "identityChanged")] * 2 + [("began", None), ("ended", None)], complaint or told)
    client.close()
    daemon.terminate()
    check("the daemon ends well", daemon.wait(PATIENCE) == 0)

    # The forms of a panel's name and the place of the recording.
    def status(*arguments):
        done = subprocess.run([str(word) for word in (*touchctl, *arguments)], capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stderr

    recorder = start(*touchctl, "ACME Kiosk Touch", "-o", "-")
    play(9_000_000, events[:6])
    output = ""
    while output.count("\nE: ") < 6 and (line := recorder.stdout.readline()):
        output += line
    output += end(recorder, lambda: recorder.send_signal(signal.SIGINT))
    check("a panel by its name, to standard output", output.splitlines()[0] == "# EVEMU 1.3" and output.count("\nE: ") == 6, output)
    recorder = start(*touchctl, "--config", here / "panel.yaml", "main-0", "-o", file)
    play(9_000_000, events[:6])
    until(lambda: recorded(file) == events[:6])
    end(recorder, lambda: testbed.uevent(device, "remove"))
    check("a panel by its id, until it is gone", recorder.returncode == 0 and "is gone" in recorder.said, recorder.said)
    check("an existing file is replaced", recorded(file) == events[:6], recorded(file))
    testbed.uevent(device, "add")

    recorder = start(*touchctl, node, "-o", file)
    play(9_000_000, events[:6] + [(0, 0, 3, 0), (0, *REPORT)])
    until(lambda: len(recorded(file)) == 8)
    end(recorder, lambda: recorder.send_signal(signal.SIGINT))
    check("74 for a recording with a gap, of which all is kept", recorder.returncode == 74 and "gaps" in recorder.said and len(recorded(file)) == 8, recorder.said)

    code, said = status("nobody", "-o", "-")
    check("66 for a panel that is not there, and who is", code == 66 and "ACME Kiosk Touch" in said, (code, said))
    code, said = status("/dev/input/event99", "-o", f"{folder}/never")
    check("66 for a node that is not there, and no file", code == 66 and "event99" in said and not os.path.exists(f"{folder}/never"), said)
    code, said = status("/dev/null", "-o", "-")
    check("66 for a node that is no event node", code == 66 and "event node" in said, (code, said))
    code, said = status(node, "-o", f"{folder}/no/such/folder")
    check("73 for a file that cannot be made", code == 73 and "no/such" in said, (code, said))
    code, said = status(node, "-o", "/dev/full")
    check("74 for a full disk", code == 74 and "/dev/full" in said, (code, said))
    check("64 without a file", status(node)[0] == 64, status(node))
    if os.geteuid() == 0 and shutil.which("setpriv"):
        # Without umockdev, which would open its own node.
        locked = f"{folder}/locked"
        open(locked, "w").close()
        os.chmod(locked, 0), os.chmod(folder, 0o755)
        done = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", "--inh-caps=-all", *map(str, touchctl), locked, "-o", "-"],
                              capture_output=True, text=True, timeout=PATIENCE)
        check("77 without permission, and what to do", done.returncode == 77 and "group input" in done.stderr, done)
    else:
        print("skipped: only root can become somebody who may not read a node")

simulated.finish()
