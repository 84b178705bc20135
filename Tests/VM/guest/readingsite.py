"""A kiosk of docs/kiosk.md that speaks: docs/read.md sets up touchd-read in the session, docs/speak.md touchd-speak. The browser shows a web shop."""
import os
import pathlib
import re
import shutil
import signal
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Speak"))
import kiosksite
from keypads import Keypad
from kiosksite import GUEST
from queued import QueuedTexts
from shop import Shop
from testkit import check, run, systemctl, until

PAGES = GUEST.parents[2] / "docs"
CONFIGURATION = pathlib.Path("/etc/touchd/touchd.yaml")
READER, SPEECH = "touchd-read.service", "speech-dispatcherd.service"
LOG = pathlib.Path("/run/speech-log")
# A module of speech-dispatcher that makes no sound: espeak-ng takes long to begin here.
SILENCE = 'GenericExecuteSynth "true"\nGenericLanguage "en" "en" "utf-8"\nAddVoice "en" "MALE1" "en"\nDefaultVoice "en"\n'
# While this file is there, systemd does not start the reader again.
HOLD = pathlib.Path("/run/hold-reader")
# The flag that docs/read.md asks for.
ACCESSIBLE = "--force-renderer-accessibility"


def as_kiosk(*command):
    """Runs a command as the user of the session, with the environment of the user's programs."""
    number = run("id", "-u", "kiosk").stdout.strip()
    return run("setpriv", "--reuid=kiosk", "--regid=kiosk", "--init-groups", "env", f"XDG_RUNTIME_DIR=/run/user/{number}", "HOME=/home/kiosk", *command)


def reader():
    """Returns the reader's process; 0 if there is none."""
    return int(as_kiosk("systemctl", "--user", "show", "--property=MainPID", "--value", READER).stdout.strip() or 0)


class ReadingSite(kiosksite.Site):
    def __init__(self):
        super().__init__(Shop)
        self.is_open, self.touches_applications = False, True
        self.log = QueuedTexts(LOG / "speech-dispatcher.log")
        with open("/etc/chromium.d/read", "w") as file:
            file.write(f'CHROMIUM_FLAGS="$CHROMIUM_FLAGS {ACCESSIBLE}"\n')
        self.set_up_speech()
        self.set_up_reader()
        self.pad = Keypad()

    def open_shop(self):
        """Starts the session with the browser. Returns whether it shows the shop."""
        shown = self.start("sway")
        self.watch()
        return shown

    def search(self, visitor, is_by_key):
        """Types into the field of the shop, on the keys above the browser."""
        for key, x in (("T", 200), ("E", 680), ("A", 1160), ("Enter", 1640)):
            if is_by_key:
                visitor.reaches(key)
                visitor.pad.press("ENTER")
            else:
                visitor.finds(key, x, 860, 1070)
        return "T, key.", "E, key.", "A, key.", "Enter, key."

    def kill_reader(self):
        """Kills the reader, which systemd does not start again before `release_reader`."""
        HOLD.touch()
        pid = reader()
        os.kill(pid, signal.SIGKILL)
        until(lambda: reader() != pid)

    def release_reader(self):
        HOLD.unlink()
        return until(reader)

    def kill_speech(self):
        systemctl("kill", "--signal=KILL", SPEECH)
        until(lambda: run("systemctl", "show", SPEECH, "--property=ActiveState", "--value").stdout.strip() in ("failed", "inactive"))

    def start_speech(self):
        return systemctl("start", SPEECH).returncode == 0

    def set_up_speech(self):
        """The system's speech-dispatcher without sound, with a log of all texts; touchd-speak by docs/speak.md."""
        LOG.mkdir(exist_ok=True)
        shutil.chown(LOG, "speech-dispatcher")
        settings = pathlib.Path("/etc/speech-dispatcher")
        (settings / "modules/silence.conf").write_text(SILENCE)
        with open(settings / "speechd.conf", "a") as file:
            file.write(f'\nLogLevel 5\nLogDir "{LOG}"\nAudioOutputMethod "alsa"\nAddModule "silence" "sd_generic" "silence.conf"\nDefaultModule silence\n')
        sound = pathlib.Path("/run/asound.conf")
        sound.write_text("pcm.!default { type null }\n")
        drop_in = pathlib.Path(f"/etc/systemd/system/{SPEECH}.d/vm.conf")
        drop_in.parent.mkdir(parents=True)
        drop_in.write_text(f"[Service]\nEnvironment=ALSA_CONFIG_PATH={sound}\n")
        systemctl("daemon-reload")
        run("systemd-tmpfiles", "--create", "speech-dispatcher.conf")
        page = (PAGES / "speak.md").read_text()
        for command in ("systemctl enable --now speech-dispatcherd", "touchd-speak --check", "systemctl enable --now touchd-speak"):
            check(f"docs/speak.md has: {command}", f"`{command}`" in page)
            done = run("sh", "-c", command)
            check(f"page: {command}", done.returncode == 0, done.stdout)

    def set_up_reader(self):
        """Steps 1, 2 and 4 of docs/read.md. sway starts the unit; a drop-in lets a test delay that."""
        page = (PAGES / "read.md").read_text()
        for command in ("adduser kiosk touch", "systemctl --user enable --now touchd-read", "exec systemctl --user start touchd-read"):
            check(f"docs/read.md has: {command}", f"`{command}`" in page)
        done = run("adduser", "kiosk", "touch")
        check("page: adduser kiosk touch", done.returncode == 0, done.stdout)
        drop_in = pathlib.Path(f"/etc/systemd/user/{READER}.d/vm.conf")
        drop_in.parent.mkdir(parents=True)
        drop_in.write_text(f"[Service]\nExecStartPre=/bin/sh -c 'while [ -e {HOLD} ]; do sleep 0.2; done'\nTimeoutStartSec=infinity\n")
        systemctl("daemon-reload")

    def write(self, *headings):
        """Writes the files of sections; touchd gets the configuration of a kiosk that speaks."""
        super().write(*headings)
        if "3. touchd" in headings:
            CONFIGURATION.write_text((GUEST / "reading.yaml").read_text())

    def adapt(self, text):
        """The page's text, with the reader in the session."""
        return re.sub(r'^(exec "kiosk-browser)', r"exec systemctl --user start touchd-read\n\1", super().adapt(text), flags=re.M)

    def shown(self, mark, seconds=kiosksite.BROWSER):
        return until(lambda: next((told for told in self.told[mark:] if told["type"] == "search"), None), seconds, 0.2)

    def explain(self):
        super().explain()
        print("# speech\n" + "\n".join(self.log.read()[-60:]), flush=True)
        programs = [word for program in ("touchd-read", "touchd-speak", "speech-dispatcher") for word in ("-t", program)]
        print(run("journalctl", "-b", "--no-pager", "-o", "short-monotonic", *programs).stdout[-6000:])
