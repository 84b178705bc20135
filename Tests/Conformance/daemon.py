"""The daemon started by the tests of the clients."""
import contextlib, os, pathlib, socket, subprocess, sys, time

from server import PATIENCE

root = pathlib.Path(__file__).resolve().parents[2]
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / ".build/release").resolve()


def listens(path):
    """Whether something listens at the socket, which exists a moment earlier."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == 0


@contextlib.contextmanager
def daemon(path, recording, configuration="config/demo.yaml"):
    process = subprocess.Popen(
        [programs / "touchd", "--config", root / configuration, "--socket", path, "--recording", recording],
        stderr=subprocess.DEVNULL, env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    try:
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < deadline and not listens(path):
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.wait()
