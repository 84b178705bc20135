"""The programs of examples, each run as a user would run it."""
import os, re, shlex, shutil, subprocess, threading

import csharp, rust
from daemon import daemon, programs, root
from server import PATIENCE


def examples(folder):
    """Returns for each example its name, and a function that returns its command and environment."""
    def node():
        os.makedirs(f"{folder}/example/node_modules")
        shutil.copy(root / "examples/presses.mjs", f"{folder}/example")
        os.symlink(root / "clients/node", f"{folder}/example/node_modules/touchd")
        return ["node", f"{folder}/example/presses.mjs"], {}

    def python():
        # The package as pip installs it, built from a copy, because building leaves files behind.
        shutil.copytree(root / "clients/python", f"{folder}/python", ignore=shutil.ignore_patterns("__pycache__"))
        subprocess.run(["/usr/bin/python3", "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-index", "--no-deps",
                        "--disable-pip-version-check", "--root-user-action=ignore",
                        "--target", f"{folder}/installed", f"{folder}/python"], check=True)
        return ["/usr/bin/python3", root / "examples/presses.py"], {"PYTHONPATH": f"{folder}/installed"}

    def in_csharp():
        program = f"{folder}/presses.exe"
        subprocess.run([*csharp.MCS, f"-out:{program}", *csharp.sources, root / "examples/csharp/Presses.cs"], check=True)
        return ["mono", program], {}

    def compile(*command):
        program = f"{folder}/presses-{command[0]}"
        subprocess.run([*command, "-Wall", "-Wextra", "-Werror", f"-I{root}/clients/c", root / "examples/presses.c", "-o", program], check=True)
        return [program], {}

    def in_rust():
        rust.copy(f"{folder}/clone", "clients/rust", "examples/rust")
        subprocess.run(["cargo", "build", "--offline", "--quiet", "--manifest-path", f"{folder}/clone/examples/rust/Cargo.toml"], check=True,
                       env={**os.environ, "CARGO_TARGET_DIR": f"{folder}/target"})
        return [f"{folder}/target/debug/presses"], {}

    found = {"presses.py": python, "presses.c": lambda: compile("gcc", "-std=c99"),
             "presses.c as C++": lambda: compile("g++", "-std=c++11", "-x", "c++"), "presses.mjs": node,
             "presses.swift": lambda: ([programs / "touchd-presses"], {})}
    # Without their tools, `run` says that the library is not tested.
    for module, name, prepare in ((csharp, "csharp/Presses.cs", in_csharp), (rust, "rust/src/main.rs", in_rust)):
        if all(map(shutil.which, module.TOOLS)):
            found[name] = prepare
    return found


def example(prepare, path):
    """Checks that an example reports a missing touchd with one line, and then a tap on the map with one line."""
    command, environment = prepare()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env={**os.environ, **environment, "TOUCHD_SOCKET": path})
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    complaint = process.stderr.readline().decode()
    with daemon(path, root / "Tests/Recordings/tap.evemu"):
        line = process.stdout.readline().decode()
        watchdog.cancel()
        process.kill()
        process.communicate()
    return None if line == "pressed map\n" and f"touchd is not reachable at {path}: " in complaint else repr((complaint, line))


def loops(folder):
    """Returns the examples with their own loop, built and started as their first lines say."""
    def python(name):
        said = "PYTHONPATH=clients/python python3 examples/" + name
        assert f"    {said}\n" in (root / "examples" / name).read_text(), f"{name} does not say {said}"
        return ["/usr/bin/python3", f"examples/{name}"], {"PYTHONPATH": "clients/python"}

    def qt(name):
        command, environment = python(name)
        if subprocess.run([command[0], "-c", "import PyQt5.QtCore"], capture_output=True).returncode:
            print(f"        {name} runs with a stub of Qt's interface (Tests/Conformance/stubs): there is no python3-pyqt5 here", flush=True)
            environment["PYTHONPATH"] += ":Tests/Conformance/stubs"
        return command, environment

    def c(name):
        said = re.search(r"^ \*     (cc .* -o (\S+)) && \./(\S+) \*/$", (root / "examples" / name).read_text(), re.M)
        assert said and said[2] == said[3], f"{name} does not say how it is run"
        command = shlex.split(said[1])
        command[-1] = f"{folder}/{said[2]}"
        subprocess.run([*command, "-std=c99", "-Wall", "-Wextra", "-Werror"], cwd=root, check=True)
        return [command[-1]], {}

    def node(name):
        os.makedirs(f"{folder}/loop/node_modules")
        shutil.copy(root / "examples" / name, f"{folder}/loop")
        os.symlink(root / "clients/node", f"{folder}/loop/node_modules/touchd")
        return ["node", f"{folder}/loop/{name}"], {}

    how = {"loop-poll.c": c, "loop-uv.c": c, "loop-asyncio.py": python, "loop-glib.py": python, "loop-qt.py": qt, "loop.mjs": node}
    return {name: lambda name=name, prepare=prepare: prepare(name) for name, prepare in how.items()}


def in_loop(prepare, path):
    """Checks that the loop waits for input and for touchd alike: before touchd runs, with it, and after it was killed and restarted."""
    command, environment = prepare()
    process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                               env={**os.environ, **environment, "TOUCHD_SOCKET": path})
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    seen = []

    def typed(text):
        process.stdin.write(text.encode() + b"\n")
        seen.append(process.stdout.readline().decode())

    complaint = process.stderr.readline().decode()
    typed("before")
    for word in ("with", "again"):
        with daemon(path, root / "Tests/Recordings/tap.evemu"):
            seen.append(process.stdout.readline().decode())
            typed(word)
    process.stdin.close()
    try:
        process.wait(timeout=PATIENCE)
    finally:
        watchdog.cancel()
        process.kill()
        rest = process.stderr.read().decode()
        process.stdout.close()
        process.stderr.close()
    wanted = ["typed before\n", "pressed map\n", "typed with\n", "pressed map\n", "typed again\n"]
    good = seen == wanted and process.returncode == 0 and f"touchd is not reachable at {path}: " in complaint
    return None if good else repr((seen, process.returncode, complaint, rest))
