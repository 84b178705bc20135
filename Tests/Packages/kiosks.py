"""Kiosks for Tests/Packages/repository: places with an apt that knows no repository except the test's."""
import os, pathlib, re, shutil, subprocess

PATIENCE = 600      # seconds
ROOT_PATIENCE = 3000    # to make a root file system: on a busy machine that takes many minutes
HOST = pathlib.Path("/var/lib/dpkg/status")
# Of what the packages need, which the test's repository does not have.
NEEDED = "systemd,udev,libevdev2,libgcc-s1,libstdc++6,libudev1,libyaml-0-2,python3"


def finish(command, timeout=PATIENCE, **options):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout, **options)
    return done.returncode, done.stdout


class PrivateApt:
    """apt of this machine with files of its own. It reads which packages are installed here, and installs nothing: it downloads."""
    kind = "private"

    def __init__(self, work):
        self.folder = work / "private"
        for folder in ("etc/apt/sources.list.d", "etc/apt/apt.conf.d", "etc/apt/preferences.d", "etc/apt/trusted.gpg.d", "var/lib/apt/lists/partial",
                       "var/cache/apt/archives/partial", "var/lib/dpkg", "var/log/apt", "tmp"):
            (self.folder / folder).mkdir(parents=True)
        shutil.copy(HOST, self.folder / "var/lib/dpkg/status")
        # apt reads this file first, so it takes the parts of its configuration from there and not from /etc/apt.
        (self.folder / "apt.conf").write_text(f'''Dir "{self.folder}";
Dir::State::status "{self.folder}/var/lib/dpkg/status";
APT::Sandbox::User "root";
APT::Get::Assume-Yes "true";
APT::Get::Download-Only "true";
''')
        self.suite = re.search(r"^VERSION_CODENAME=(.*)$", pathlib.Path("/etc/os-release").read_text(), re.M)[1]
        self.name = f"apt of this machine ({self.suite})"

    def run(self, commands, keyring=None, **variables):
        if keyring:
            shutil.copy(keyring, self.folder / "tmp/touchd.gpg")
        commands = commands.replace("/etc/apt/", f"{self.folder}/etc/apt/").replace("cd /tmp", f"cd {self.folder}/tmp")
        return finish(["bash", "-euc", commands], cwd=self.folder / "tmp", env={**os.environ, "APT_CONFIG": str(self.folder / "apt.conf"),
                                                                                  "LC_ALL": "C.UTF-8", **variables})

    def forget(self):
        """Removes the lists and packages that apt has fetched, so that it knows nothing of the repository."""
        for folder in ("var/lib/apt/lists", "var/cache/apt"):
            shutil.rmtree(self.folder / folder)
            (self.folder / folder).mkdir()

    def has(self, package, version):
        return bool(list((self.folder / "var/cache/apt/archives").glob(f"{package}_{version}_*.deb")))

    def bring(self, repository):
        return repository

    def is_strict(self, check):
        """Checks that no setting of this machine weakens the test."""
        said = self.run("apt-config dump")[1]
        check(f"{self.name}: looks at dates, and has the test's files", "Check-Valid-Until" not in said and "AllowInsecure" not in said.replace(
            'AllowInsecureRepositories "0"', "") and f'Dir "{self.folder}' in said, said)


class Root(PrivateApt):
    """A small system of a release, in which apt installs."""
    kind = "root"

    def __init__(self, suite, folder):
        self.suite, self.folder, self.name = suite, folder, f"a system with {suite}"
        (folder / "etc/apt/sources.list").unlink(missing_ok=True)
        (folder / "etc/apt/apt.conf.d/99test").write_text('APT::Get::Assume-Yes "true";\nDpkg::Use-Pty "false";\n')

    @classmethod
    def made(cls, suite, work):
        if os.geteuid() or not shutil.which("mmdebstrap"):
            print(f"skipped: {suite}: it takes root and mmdebstrap to make a system for apt")
            return None
        folder = work / f"root-{suite}"
        status, said = finish(["mmdebstrap", "--variant=minbase", f"--include={NEEDED}", suite, str(folder)], ROOT_PATIENCE)
        if status:
            print(said)
            print(f"skipped: mmdebstrap cannot make a system with {suite}")
            return None
        return cls(suite, folder)

    def run(self, commands, keyring=None, **variables):
        if keyring:
            shutil.copy(keyring, self.folder / "tmp/touchd.gpg")
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
                       **variables}
        return finish(["chroot", str(self.folder), "bash", "-euc", "cd /tmp\n" + commands], env=environment)

    def has(self, package, version):
        said = self.run(f"dpkg-query -W -f '${{db:Status-Status}} ${{Version}}' {package}; touchctl --version >/dev/null")
        return said == (0, f"installed {version}")

    def bring(self, repository):
        shutil.rmtree(self.folder / "srv/touchd", ignore_errors=True)
        shutil.copytree(repository, self.folder / "srv/touchd")
        return "/srv/touchd"

    def is_strict(self, check):
        said = self.run("apt-config dump")[1]
        check(f"{self.name}: apt looks at dates", "Check-Valid-Until" not in said, said)
