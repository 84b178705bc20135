"""Which checks run for the mutants of a folder: cheap ones first, until one of them fails."""

UNIT = ".build/debug/touchdPackageTests.xctest"
# Tests that take half of the time and seldom find what no other finds (scripts/unit-tests --quick).
SLOW = ["SensitiveTimingTests", "SensitiveViewTests", "SensitiveRecordingTests", "OneOwnerTests", "ExtremeNumbersTests", "EveryByteTests",
    "60 of 64 clients", "GesturePropertyTests", "the pipeline does what the rules say"]


def units(*targets, slow=False):
    skipped = [] if slow else [word for name in SLOW for word in ("--skip", name)]
    return [UNIT, "--testing-library", "swift-testing", "--no-parallel", "--filter", "^(" + "|".join(targets) + r")\.", *skipped]


SCENARIOS = ["sh", "-c", ".build/debug/touchctl test Tests/Scenarios/*.json"]
SIMULATION = [".build/debug/touchd-simulate", "--seconds", "10", "--seed", "1"]
MODULES = ["sh", "-c", "node --test Tests/Web/modules/*.test.mjs"]

# Of a module: the other test targets that are meant to notice its faults, after its own.
ALSO = {
    "TouchCore": [SCENARIOS, units("RecordingsTests", "ScenariosTests"), units("ServiceTests"), SIMULATION],
    "Server": [units("WireTests", "ServiceTests"), SIMULATION],
    "Service": [units("TouchdTests"), SIMULATION],
    "Panels": [units("ServiceTests", "RecordingsTests"), SIMULATION],
    "Wire": [SCENARIOS, units("ServiceTests", "RecordingsTests"), SIMULATION, units("ServerTests")],
    "Configuration": [units("ServiceTests", "TouchctlTests"), SCENARIOS],
    "Scenarios": [SCENARIOS],
    "Report": [units("TouchctlTests")],
    "Speech": [units("SpeakTests", "ReadTests")],
    "AccessibilityClient": [units("ReadTests"), ["Tests/Live/reader", ".build/debug"], ["/usr/bin/python3", "Tests/Read/rights.py", ".build/debug"]],
    "StrictYAML": [units("ConfigurationTests", "SettingsFileTests")],
    "YAML": [units("StrictYAMLTests", "ConfigurationTests")],
    "TreeFormat": [units("ConfigurationTests", "WireTests"), SCENARIOS],
    "SettingsFile": [units("MqttTests", "TuioTests", "SpeakTests")],
    "Vocabulary": [units("ConfigurationTests", "WireTests")],
    "JSON": [units("WireTests")],
    "Text": [units("ConfigurationTests", "LoggingTests")],
    "Files": [units("ServiceTests")],
    "Sockets": [units("ServiceTests", "TouchdClientTests")],
    "Logging": [units("ServiceTests")],
    "Arguments": [units("TouchctlTests"), ["Tests/Live/dumpable", ".build/debug", "{web}"]],
    "tuio": [["Tests/Tuio/run", ".build/debug"]],
    "touchctl": [["Tests/Live/touchctl", ".build/debug"]],
    "TouchdClient": [["Tests/Conformance/run", ".build/debug", "Swift"]],
}
TEST_TARGET = {"touchctl": "TouchctlTests", "touchd": "TouchdTests", "mqtt": "MqttTests", "read": "ReadTests", "speak": "SpeakTests"}


def folder_of(path):
    """The folder whose score a source counts for: `Sources/TouchCore`, `bridges/read`, `clients/python`, `pages/editor`."""
    return "/".join(path.split("/")[:2])


def checks(path):
    """The commands for a source, from the root of the mutated tree."""
    kind, name = path.split("/")[:2]
    if kind == "Sources" or kind == "bridges":
        own = TEST_TARGET.get(name, name + "Tests")
        first = [] if name == "tuio" else [units(own)]
        return [*first, *ALSO.get(name, []), *([units(own, slow=True)] if name in ("TouchCore", "Server", "Configuration") else [])]
    if kind == "pages":
        return [MODULES, *([["Tests/Web/run", "{bin}", "{web}", word] for word in PAGES[name]])]
    return [["Tests/Conformance/run", "{bin}", CLIENTS[name]]] if name in CLIENTS else [[*FOLLOW]]


PAGES = {"editor": ["editor", "editing"], "live": ["live"], "calibrate": ["calibrate"], "shared": ["editor", "live"]}
CLIENTS = {"python": "Python", "c": "C99", "node": "Node"}
FOLLOW = ["Tests/Web/run", "{bin}", "{web}", "follow"]
