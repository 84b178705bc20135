"""The driver of the Rust library, and its checks beside the scripts, which Cargo runs."""
import os, shutil, subprocess, tempfile

from daemon import root
from seeds import SEEDS

NAME, DRIVERS = "Rust", ("Rust", "Rust, descriptor")
TOOLS = {"rustc": "rustc", "cargo": "cargo"}


def drivers(folder):
    """Compiles the library and the driver, with the checks for numbers that overflow."""
    common = ["rustc", "--edition", "2021", "-C", "debug-assertions", "-D", "warnings"]
    library, program = f"{folder}/libtouchd.rlib", f"{folder}/driver-rust"
    subprocess.run([*common, "--crate-type", "rlib", "--crate-name", "touchd", root / "clients/rust/src/lib.rs", "-o", library], check=True)
    subprocess.run([*common, "--extern", f"touchd={library}", root / "Tests/Conformance/drivers/driver.rs", "-o", program], check=True)
    for name, mode in zip(DRIVERS, ("wait", "descriptor")):
        yield name, [program, mode]


def copy(folder, *parts):
    """Copies parts of the repository, because Cargo leaves files beside the sources."""
    for part in parts:
        shutil.copytree(root / part, f"{folder}/{part}", ignore=shutil.ignore_patterns("target", "Cargo.lock"))


def cargo(*arguments, **environment):
    """Runs Cargo on the library. Returns the problem, or None."""
    with tempfile.TemporaryDirectory() as folder:
        copy(folder, "clients/rust")
        done = subprocess.run(["cargo", *arguments, "--offline", "--quiet"], cwd=f"{folder}/clients/rust", capture_output=True, text=True,
                              timeout=600, env={**os.environ, "CARGO_TARGET_DIR": f"{folder}/target", "TOUCHD_SEEDS": SEEDS, **environment})
    return done.stdout[-4000:] + done.stderr[-4000:] if done.returncode else None


CHECKS = {
    "its own tests: random bytes, edits and changes": lambda folder, path: cargo("test"),
    "cargo doc finds no broken link, and nothing without a comment": lambda folder, path: cargo("doc", RUSTDOCFLAGS="-D warnings"),
}
