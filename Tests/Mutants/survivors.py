"""The mutants that no test need notice."""
import pathlib


def survivors():
    """Returns the names of the mutants in survivors.txt."""
    lines = (pathlib.Path(__file__).resolve().parent / "survivors.txt").read_text().splitlines()
    return [line.split(" # ")[0].strip() for line in lines if line and not line.startswith("#")]
