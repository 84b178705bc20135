"""The image of touchd, touchd in containers, and containers as clients of touchd. Tests/Containers/run starts this in its own mount namespace."""
import contextlib, gzip, hashlib, io, json, os, pathlib, re, shutil, signal, socket, subprocess, sys, tarfile, tempfile, time

root = pathlib.Path(__file__).resolve().parents[2]
programs, packages, base = (pathlib.Path(argument) for argument in sys.argv[1:])
page = (root / "docs/containers.md").read_text()
passed = failed = 0
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 120
# The user who runs rootless containers, the first of that user's further ids, and the group that may connect.
KIOSK, FURTHER, TOUCH = 6490, 700000, 6500
IMAGE_USER, OVERFLOW = 980, 65534


def check(sentence, ok, detail=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail and not ok else ""), flush=True)


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE * 5, **options)


def command_of_page(name, **replaced):
    """Returns the commands of docs/containers.md that follow the comment with this name."""
    found = re.search(rf"^<!-- {name} -->\n```\n(.*?)^```$", page, re.M | re.S)
    text = found[1] if found else sys.exit(f"docs/containers.md has no commands called {name}")
    for old, new in replaced.items():
        assert old in text, (name, old)
        text = text.replace(old, new)
    return text


class User:
    """A user of this machine with podman, who keeps containers below `home`."""

    def __init__(self, number, groups, home, name):
        self.number, self.home, self.name = number, home, name
        self.options = {} if number == 0 else {"user": number, "group": number, "extra_groups": groups}
        for folder in (home, f"{home}/run"):
            os.makedirs(folder, exist_ok=True)
            os.chown(folder, number, number)
        pathlib.Path(f"{home}/storage.conf").write_text(f'[storage]\ndriver = "vfs"\ngraphroot = "{home}/store"\nrunroot = "{home}/run/store"\n')
        # Without limits, because this machine may not let anybody raise one.
        pathlib.Path(f"{home}/containers.conf").write_text(
            '[containers]\ncgroups = "disabled"\nlog_driver = "k8s-file"\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n'
            '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n')
        self.environment = {"PATH": f"{programs}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "XDG_RUNTIME_DIR": f"{home}/run", "USER": name,
                            "CONTAINERS_CONF": f"{home}/containers.conf", "CONTAINERS_STORAGE_CONF": f"{home}/storage.conf", "IMAGE": IMAGE}

    def run(self, *command, **options):
        return run(*command, cwd=self.home, env=self.environment, **self.options, **options)

    def shell(self, text):
        return self.run("bash", "-euc", text)

    def client(self, *options, command="clients", socket_folder="/run/touchd"):
        """Runs touchctl in a container that has the folder of the socket."""
        return self.run("podman", "run", "--rm", "--pull", "never", "--network", "none", "--volume", f"{socket_folder}:/run/touchd", "--entrypoint",
                        "/usr/bin/touchctl", *options, IMAGE, *command.split())

    def connect(self, path):
        """Connects as this user. A process of the user does it and passes the descriptor on, because the kernel records who connected."""
        ours, theirs = socket.socketpair()
        with ours, theirs:
            code = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); socket.send_fds(socket.socket(fileno=3), [b'.'], [s.fileno()])"
            done = run("/usr/bin/python3", "-c", f"import os; os.dup2({theirs.fileno()}, 3); {code}", path, pass_fds=[theirs.fileno()], **self.options)
            if done.returncode:
                return done.stderr.splitlines()[-1]
            _, (fd,), _, _ = socket.recv_fds(ours, 1, 1)
        client = socket.socket(fileno=fd)
        client.settimeout(PATIENCE)
        return client


@contextlib.contextmanager
def container(user, commands):
    """The container called touchd that these commands start in the background."""
    started = user.shell(commands)
    try:
        yield started
    finally:
        user.run("podman", "rm", "--force", "--time", "5", "touchd")


@contextlib.contextmanager
def daemon(configuration, path="/run/touchd/events.sock"):
    """touchd on this machine, in the group of the socket as systemd would make it."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    process = subprocess.Popen([programs / "touchd", "--config", configuration, "--socket", path], stderr=subprocess.DEVNULL,
                               env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    try:
        wait_for(path)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_for(path):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(path) == 0:
                return True
        time.sleep(0.05)
    return False


def all_messages(client):
    """Returns the messages that an observer gets of the recording, and the number of moves that touchd has merged because this machine is slow."""
    client.sendall(b'{"type":"subscribe","id":1,"observe":true}\n')
    stream, messages = client.makefile("r"), []
    for line in stream:
        messages.append(json.loads(line))
        if messages[-1].get("state") == "removed":
            break
    client.sendall(b'{"type":"status","id":2}\n')
    status = next(answer for answer in map(json.loads, stream) if answer.get("id") == 2)
    return messages, status["counts"]["merged"]


def frames(messages):
    """Returns the events with ids counted from 0."""
    ids = {}
    return [(m["time"], [{**e, "id": ids.setdefault(e["id"], len(ids))} for e in m["events"]]) for m in messages if m["type"] == "frame"]


def without_moves(frames):
    """Returns the frames without the moves, which a slow machine merges."""
    lasting = ((time, [event for event in events if event.get("phase") != "moved"]) for time, events in frames)
    return [(time, events) for time, events in lasting if events]


def who(client):
    """Returns how touchd sees a connection: uid, pid, and whether the user is trusted, as only trusted users may ask for `clients`."""
    client.sendall(b'{"type":"clients","id":1}\n')
    answer = next(one for one in map(json.loads, client.makefile("r")) if one.get("id") == 1)
    return answer


def image_checks(folder):
    path = f"{folder}/touchd.tar"
    made = run("unshare", "--net", "setpriv", "--reuid", str(KIOSK), "--regid", str(KIOSK), "--clear-groups", root / "scripts/image", "--deb", packages,
               "--base", base, "--output", path, env={"PATH": "/usr/bin:/bin:/usr/sbin"})
    check("the image is made without a network and without root", made.returncode == 0 and os.path.exists(path), made)
    mixed = pathlib.Path(f"{folder}/mixed")
    shutil.copytree(packages, mixed, ignore=lambda _, names: [name for name in names if not name.endswith(".deb")])
    for architecture in {"amd64", "arm64"} - {run("dpkg", "--print-architecture").stdout.strip()}:
        (mixed / f"touchd_0.1.0_{architecture}.deb").write_text("a package for other machines")
    again = run(root / "scripts/image", "--deb", mixed, "--base", base, "--output", f"{folder}/again.tar")
    check("twice the same bytes, also with packages for other machines beside these", again.returncode == 0 and pathlib.Path(path).read_bytes() == pathlib.Path(f"{folder}/again.tar").read_bytes(), again)
    with tarfile.open(path) as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive}
    blobs = {name.rpartition("/")[2]: data for name, data in files.items() if name.startswith("blobs/")}
    check("each blob has the name of its hash", blobs and all(hashlib.sha256(data).hexdigest() == name for name, data in blobs.items()))
    manifest = json.loads(blobs[json.loads(files["index.json"])["manifests"][0]["digest"].removeprefix("sha256:")])
    settings = json.loads(blobs[manifest["config"]["digest"].removeprefix("sha256:")])
    layers = [gzip.decompress(blobs[layer["digest"].removeprefix("sha256:")]) for layer in manifest["layers"]]
    check("the configuration has the hashes of its layers",
          settings["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(layer).hexdigest() for layer in layers])
    members = [member for layer in layers for member in tarfile.open(fileobj=io.BytesIO(layer))]
    check("no file in it gives rights", not [m.name for m in members if m.mode & 0o6000 or m.ischr() or m.isblk()])
    check("all files are root's, except two folders", {m.name for m in members if (m.uid, m.gid) != (0, 0)} == {"run/touchd", "var/lib/touchd"})
    names = {m.name for m in members}
    check("it has no shell, and nothing of the machine that made it", not names & {
        "bin/sh", "bin/bash", "usr/bin/sh", "usr/bin/bash", "etc/resolv.conf", "etc/hostname", "etc/apt/sources.list"}, names)
    check("it says which packages are inside", {"var/lib/dpkg/status.d/touchd", "var/lib/dpkg/status.d/libc6", "usr/share/doc/libc6/copyright",
                                                "usr/share/doc/touchd/touchd.spdx.json"} <= names)
    check("it is as small as docs/containers.md says", sum(len(layer) for layer in layers) <= 43e6 and os.path.getsize(path) <= 17e6,
          (sum(len(layer) for layer in layers), os.path.getsize(path)))
    pathlib.Path(f"{folder}/bad.tar").write_text("this is no archive")
    os.mkdir(f"{folder}/empty")
    with tarfile.open(f"{folder}/bare.tar", "w") as bare:
        bare.add("/etc/hostname", "etc/hostname")
    for name, arguments, complaint in (
            ("without packages", ["--deb", f"{folder}/empty"], ".deb instead of one; make deb builds them"),
            ("with a base that is no archive", ["--base", f"{folder}/bad.tar"], "cannot be read as a tar file"),
            ("with a base that is no root", ["--base", f"{folder}/bare.tar"], "is no root of Debian"),
            ("with a base that lacks a library", ["--base", base, "--with", "touchd-mqtt"], "lacks libmosquitto1, which touchd-mqtt needs")):
        options = {"--deb": packages, "--output": f"{folder}/none.tar", **dict(zip(arguments[::2], arguments[1::2]))}
        done = run(root / "scripts/image", *(part for option in options.items() for part in option))
        check(f"{name} no image is made, and the error says why", done.returncode and complaint in done.stderr and not os.path.exists(f"{folder}/none.tar"),
              done)
    return path


def touchd_in_a_container(admin, kiosk):
    expected = run(programs / "touchctl", "replay", "--config", root / "config/demo.yaml", root / "Tests/Recordings/demo.evemu")
    expected = frames(map(json.loads, expected.stdout.splitlines()))
    for user, name, sentence in ((admin, "try", "as root"), (kiosk, "try-rootless", "of an ordinary user")):
        with container(user, command_of_page(name)) as started:
            socket_path = f"{user.home}/touchd/events.sock"
            if not wait_for(socket_path):
                check(f"touchd runs in a container {sentence}", False, (started, user.run("podman", "logs", "touchd")))
                return
            at = os.stat(socket_path)
            check(f"touchd runs in a container {sentence}; the socket is the user's", (at.st_uid, at.st_mode & 0o777) == (user.number, 0o660), at)
            client = user.connect(socket_path)
            messages, merged = all_messages(client)
            seen, wanted = frames(messages), expected
            if merged:
                print(f"        {merged} moves were merged, because this machine is slow: moves are not compared")
                seen, wanted = without_moves(seen), without_moves(wanted)
            check(f"a client outside gets all touches from a container {sentence}", seen == wanted and len(without_moves(expected)) > 20,
                  (len(seen), len(wanted), next((pair for pair in zip(seen, wanted) if pair[0] != pair[1]), "")))
            inside = user.run("podman", "exec", "touchd", "touchctl", "status")
            check("touchctl in the container reaches it", inside.returncode == 0 and "touchd" in inside.stdout, inside)
            user.run("podman", "stop", "--time", "10", "touchd")
            last = [json.loads(line) for line in client.makefile("r")]
            check("podman stop ends it, and clients hear so", last and last[-1]["type"] == "bye" and last[-1]["reason"] == "shutdown", last[-1:])


def users_that_touchd_on_the_host_sees(admin, kiosk, folder):
    text = f"""version: 1
screens: [{{ id: main, size: [100, 100], windows: [{{ id: w, frame: [0, 0, 100, 100], children: [{{ id: a, frame: [0, 0, 50, 50] }}] }}] }}]
server: {{ socketMode: "0666" }}
"""
    pathlib.Path(f"{folder}/host.yaml").write_text(text)
    with daemon(f"{folder}/host.yaml"), socket.socket(socket.AF_UNIX) as observer:
        observer.connect("/run/touchd/events.sock")
        observer.settimeout(PATIENCE)

        def seen(user, *options):
            """Returns the uid that touchd sees of a container's touchctl, which waits meanwhile."""
            process = subprocess.Popen(["podman", "run", "--rm", "--name", "client", "--pull", "never", "--network", "none", "--volume", "/run/touchd:/run/touchd",
                                        "--entrypoint", "/usr/bin/touchctl", *options, IMAGE, "monitor"], cwd=user.home,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=user.environment, **user.options)
            try:
                end = time.monotonic() + PATIENCE
                while time.monotonic() < end and process.poll() is None:
                    others = [one for one in who(observer)["clients"] if one.get("program") == "touchctl"]
                    if others:
                        return others[0]["uid"]
                    time.sleep(0.1)
                process.kill()
                return process.stderr.read()
            finally:
                user.run("podman", "rm", "--force", "--time", "0", "client")
                process.wait(PATIENCE)
        uids = [seen(admin, "--user", "0"), seen(admin, "--user", "1234:1235"), seen(admin, "--user", "0", "--uidmap", "0:300000:65536"),
                seen(kiosk, "--user", "0"), seen(kiosk), seen(kiosk, "--userns", "keep-id:uid=980,gid=980")]
        check("touchd on the host sees the users that the page lists", uids == [0, 1234, 300000, KIOSK, FURTHER + IMAGE_USER - 1, KIOSK], uids)

    # Without rules everybody receives; with rules, members of the group do.
    text += f"access: [{{ group: {TOUCH}, allow: [receive, status] }}]\n"
    pathlib.Path(f"{folder}/host.yaml").write_text(text)
    with daemon(f"{folder}/host.yaml"):
        # `status` is by rule for members of the group, and for trusted users, of which root is one.
        def may(user, *options):
            done = user.client(*options, command="status")
            if done.returncode and "access rule" not in done.stderr:
                check("touchd has answered", False, done)
            return done.returncode == 0
        check("a root user in a container of root is root, whom touchd trusts", may(admin, "--user", "0"))
        check("another user there is not", not may(admin, "--user", "1234:1235"))
        check("--group-add gives a group's rights", may(admin, "--user", "1234:1235", "--group-add", str(TOUCH)))
        check("root in a user namespace is not trusted", not may(admin, "--user", "0", "--uidmap", "0:300000:65536"))
        check("and has no group of the host", not may(admin, "--user", "0", "--uidmap", "0:300000:65536", "--group-add", str(TOUCH)))
        check("root in a container of an ordinary user is that user, without further groups", not may(kiosk, "--user", "0"))
        check("keep-groups keeps the user's groups", may(kiosk, "--user", "0", "--group-add", "keep-groups"))
    pathlib.Path(f"{folder}/host.yaml").write_text(text.replace('"0666"', f'"0660", socketGroup: {TOUCH}'))
    with daemon(f"{folder}/host.yaml"):
        done = kiosk.client("--user", "0", command="status")
        check("who is not in the socket's group cannot connect", done.returncode == 77 and "permission denied" in done.stderr, done)
        for user, name in ((admin, "application"), (kiosk, "application-rootless")):
            done = user.shell(command_of_page(name, **{"your-image": "--entrypoint /usr/bin/touchctl $IMAGE status"}))
            check(f"docs/containers.md: {name}", done.returncode == 0, done)


def users_that_touchd_in_a_namespace_sees(admin, kiosk):
    def seen(user, path):
        client = user.connect(path)
        if isinstance(client, str):
            return client
        answer = who(client)
        entry = [one for one in answer.get("clients", []) if one["uid"] != OVERFLOW]
        return (entry[-1]["uid"], entry[-1].get("pid")) if answer["ok"] else answer["error"]["message"]
    path = f"{kiosk.home}/touchd/events.sock"
    with container(kiosk, command_of_page("try-rootless").replace("--userns keep-id:uid=980,gid=980", "--user 0")):
        wait_for(path)
        os.chmod(path, 0o666)
        answer = seen(kiosk, path)
        check("its user is root for touchd in a rootless container, and trusted", answer[0] == 0, answer)
        check("of processes outside touchd sees no number", answer[1] == 0, answer)
        answer = seen(admin, path)
        check("the host's root is nobody there, and not trusted", "trusted" in str(answer) and f"{OVERFLOW}" in str(answer) or "notAllowed" in str(answer), answer)
    with container(kiosk, command_of_page("try-rootless")):
        wait_for(path)
        answer = seen(kiosk, path)
        check("with keep-id its user is touchd's own, and trusted", answer[0] == IMAGE_USER, answer)


def prepare(folder):
    """Gives this mount namespace a copy of /etc with the users. The copy is in the namespace's /run, so nothing of it is left on this machine."""
    subprocess.run(["cp", "-a", "/etc", "/run/etc"], check=True)
    subprocess.run(["mount", "--bind", "/run/etc", "/etc"], check=True)
    accounts = {"passwd": f"kiosk:x:{KIOSK}:{KIOSK}::{folder}/kiosk:/bin/sh\n", "group": f"kiosk:x:{KIOSK}:\ntouch:x:{TOUCH}:kiosk\n"}
    further = f"kiosk:{FURTHER}:65536\n"
    for name, text in {**accounts, "subuid": further, "subgid": further}.items():
        file = pathlib.Path("/etc", name)
        others = [line for line in file.read_text().splitlines(True) if line.split(":")[0] not in ("kiosk", "touch")] if name in accounts else []
        file.unlink(missing_ok=True)   # it may be a link out of the copy
        file.write_text("".join(others) + text)


IMAGE = ""
with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
    os.chmod(folder, 0o755)
    prepare(folder)
    os.mkdir(f"{folder}/image")
    os.chown(f"{folder}/image", KIOSK, KIOSK)
    path = image_checks(f"{folder}/image")
    IMAGE = "localhost/touchd:" + run(programs / "touchctl", "--version").stdout.strip()
    admin, kiosk = User(0, [], f"{folder}/admin", "root"), User(KIOSK, [KIOSK, TOUCH], f"{folder}/kiosk", "kiosk")
    for user in (admin, kiosk):
        done = user.shell(command_of_page("load", **{".build/image/touchd.tar": path}) + '\npodman image exists "$IMAGE"')
        check(f"podman of {user.name} loads it by the page's command", done.returncode == 0 and IMAGE in done.stdout, done)
    touchd_in_a_container(admin, kiosk)
    users_that_touchd_on_the_host_sees(admin, kiosk, folder)
    users_that_touchd_in_a_namespace_sees(admin, kiosk)
    # Files of a user namespace belong to further ids, but root may remove them.
    os.chdir("/")

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
