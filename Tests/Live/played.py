"""All that a client sees of recordings that the daemon plays, however slow this machine is."""
import json, os, socket, subprocess, tempfile, time

# Seconds until a wait is given up. Nothing takes so long unless it hangs.
PATIENCE = 120


def connect(path, process):
    """A connection to a daemon, once it listens."""
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(PATIENCE)
    while process.poll() is None:
        if client.connect_ex(path) == 0:
            return client
        time.sleep(0.02)
    raise SystemExit(f"touchd has ended with {process.returncode}")


def played(programs, configuration, *recordings, disturb=lambda process, lines: None):
    """The messages that an observer gets while recordings are played, and the daemon's exit status.

    A reader that the machine lets wait has moves merged for it, and then sees something else than touchctl replay does: so long as the
    daemon says that it has merged any, all is played again. Lines are read by themselves, and understood later.

    `disturb` is called with the daemon's process and the number of lines so far."""
    for attempt in range(20):
        data, merged, status = _play(programs, configuration, recordings, disturb)
        if merged == 0:
            return [json.loads(line) for line in data.splitlines()], status
        print(f"# {merged} moves were merged for a reader that was late: once more", flush=True)
    raise SystemExit("this machine never reads in time")


def _play(programs, configuration, recordings, disturb):
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/log", "w+b") as log:
        command = [programs / "touchd", "--config", configuration, "--socket", f"{folder}/s"]
        for recording in recordings:
            command += ["--recording", recording]
        process = subprocess.Popen(command, stderr=log, env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
        try:
            client = connect(f"{folder}/s", process)
            client.sendall(b'{"type":"subscribe","id":1,"observe":true}\n')
            data = bytearray()
            while data.count(b'"state":"removed"') < len(recordings):
                more = client.recv(1 << 20)
                if not more:
                    log.seek(0)
                    raise SystemExit("the daemon has closed the connection: " + log.read().decode())
                data += more
                disturb(process, data.count(b"\n"))
            client.sendall(b'{"type":"status","id":2}\n')
            answer = next(m for m in map(json.loads, client.makefile("r", encoding="utf-8")) if m["type"] == "reply")
        finally:
            process.terminate()
            status = process.wait(PATIENCE)
        return bytes(data), answer["counts"]["merged"], status
