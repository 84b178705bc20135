"""A real speech-dispatcher with espeak-ng, whose speech goes to a file instead of a loudspeaker, and whose log says what it was given."""
import os, pathlib, shutil, subprocess

from queued import QueuedTexts
from stage import until


def is_here():
    return shutil.which("speech-dispatcher") and pathlib.Path("/usr/lib/speech-dispatcher-modules/sd_espeak-ng").exists()


class Synthesizer:
    """speech-dispatcher for a stage: where it listens, what it was given and what became sound."""

    def __init__(self, stage):
        self.stage, self.folder, self.sound = stage, stage.path / "dispatcher", stage.path / "sound.raw"
        (self.folder / "modules").mkdir(parents=True)
        (self.folder / "log").mkdir()
        shutil.copy("/etc/speech-dispatcher/modules/espeak-ng.conf", self.folder / "modules")
        (self.folder / "speechd.conf").write_text(f"""CommunicationMethod "unix_socket"
SocketPath "{stage.speech_socket}"
LogLevel 5
LogDir "{self.folder}/log"
AudioOutputMethod "alsa"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
""")
        (self.folder / "asound.conf").write_text(f'pcm.!default {{ type file slave.pcm "null" file "{self.sound}" format raw }}\npcm.null {{ type null }}\n')
        self.start()

    def start(self):
        """Starts speech-dispatcher. It ends by itself when nobody is connected for 30 s, so that no test leaves one behind."""
        self.log = QueuedTexts(self.folder / "log/speech-dispatcher.log")
        environment = {**os.environ, "ALSA_CONFIG_PATH": str(self.folder / "asound.conf"), "HOME": str(self.folder)}
        environment.pop("LD_PRELOAD", None)
        self.process = subprocess.Popen(["speech-dispatcher", "-s", "-C", self.folder, "-L", self.folder / "log", "-S", self.stage.speech_socket, "-P",
                                         self.folder / "pid", "-c", "unix_socket", "-t", "30"], env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.stage.running.append(self.process)
        until(lambda: os.path.exists(self.stage.speech_socket))

    def kill(self):
        self.process.kill()
        self.process.wait()
        os.unlink(self.stage.speech_socket)

    def restart(self):
        """Starts another one with a new log."""
        (self.folder / "log/speech-dispatcher.log").unlink()
        self.start()

    def queued(self):
        """Returns the texts that speech-dispatcher has queued."""
        return self.log.read()

    @property
    def cancels(self):
        return self.log.cancels

    def heard(self):
        """Returns the bytes of sound so far."""
        return self.sound.stat().st_size if self.sound.exists() else 0
