"""All messages that a client receives of recordings played by the daemon, however slow the machine is."""
import json, os, socket, subprocess, tempfile, time

# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 120


def connect(path, process):
    """Connects to a daemon once it listens."""
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(PATIENCE)
    while process.poll() is None:
        if client.connect_ex(path) == 0:
            return client
        time.sleep(0.02)
    raise SystemExit(f"touchd has ended with {process.returncode}")


def played(programs, configuration, *recordings, disturb=lambda process, lines: None):
    """Returns the messages that an observer gets while recordings are played, and the daemon's exit status.

    Moves are merged for a reader that the machine delays, which then differ from the output of touchctl replay. Therefore everything is played again
    as long as the daemon reports merged moves. Lines are parsed only after all have been read.

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
