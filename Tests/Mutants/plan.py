"""Which checks run for the mutants of a folder: cheap ones first, until one of them fails."""

UNIT = ".build/debug/touchdPackageTests.xctest"


def units(*targets):
    """A command for each target, so that the run without a mutant serves all modules."""
    return [[UNIT, "--testing-library", "swift-testing", "--no-parallel", "--filter", rf"^{target}\."] for target in targets]


SCENARIOS = ["sh", "-c", ".build/debug/touchctl test Tests/Scenarios/*.json"]
SIMULATION = [".build/debug/touchd-simulate", "--seconds", "10", "--seed", "1"]
MODULES = ["sh", "-c", "node --test Tests/Web/modules/*.test.mjs"]

# Of a module: the other test targets that are meant to notice its faults, after its own.
ALSO = {
    "TouchCore": [SCENARIOS, *units("RecordingsTests", "ScenariosTests"), *units("ServiceTests"), SIMULATION],
    "Server": [*units("WireTests", "ServiceTests"), SIMULATION],
    "Service": [*units("TouchdTests"), SIMULATION],
    "Panels": [*units("ServiceTests", "RecordingsTests"), SIMULATION],
    "Wire": [SCENARIOS, *units("ServiceTests", "RecordingsTests"), SIMULATION, *units("ServerTests")],
    "Configuration": [*units("ServiceTests", "TouchctlTests"), SCENARIOS],
    "Scenarios": [SCENARIOS],
    "Report": [*units("TouchctlTests")],
    "Speech": [*units("SpeakTests", "ReadTests")],
    "AccessibilityClient": [*units("ReadTests"), ["/usr/bin/python3", "Tests/Read/rights.py", ".build/debug"]],
    "StrictYAML": [*units("ConfigurationTests", "SettingsFileTests")],
    "YAML": [*units("StrictYAMLTests", "ConfigurationTests")],
    "TreeFormat": [*units("ConfigurationTests", "WireTests"), SCENARIOS],
    "SettingsFile": [*units("MqttTests", "TUIOTests", "SpeakTests")],
    "Vocabulary": [*units("ConfigurationTests", "WireTests")],
    "JSON": [*units("WireTests")],
    "Text": [*units("ConfigurationTests", "LoggingTests")],
    "Files": [*units("ServiceTests")],
    "Sockets": [*units("ServiceTests", "TouchdClientTests")],
    "Logging": [*units("ServiceTests")],
    "Arguments": [*units("TouchctlTests"), ["Tests/Live/dumpable", ".build/debug", "{web}"]],
    "tuio": [["Tests/Tuio/run", ".build/debug"]],
    "mqtt": [["Tests/Mqtt/run", ".build/debug"]],
    "speak": [["Tests/Speak/run", ".build/debug"]],
    "read": [["Tests/Read/run", ".build/debug"]],
    "TouchdClient": [["Tests/Conformance/run", ".build/debug", "Swift"]],
}
# The suites of Tests/Live for what the unit tests cannot reach: devices, other users, signals, the log.
LIVE = {
    "AccessibilityClient": ["reader"],
    "Panels": ["panels", "udev", "keypads", "instances", "devices", "record"],
    "Service": ["run", "starting", "screens", "panels", "instances"],
    "Server": ["run", "access"],
    "TouchCore": ["panels", "focus"],
    "Wire": ["run", "metrics"],
    "Logging": ["journal"],
    "Recordings": ["record"],
    "Report": ["doctor"],
    "Sockets": ["run", "starting"],
    "Files": ["starting"],
    "touchctl": ["touchctl", "record", "doctor"],
    "touchd": ["touchctl", "run", "starting", "panels"],
}
TEST_TARGET = {"tuio": "TUIOTests", "touchctl": "TouchctlTests", "touchd": "TouchdTests", "mqtt": "MqttTests", "read": "ReadTests", "speak": "SpeakTests"}


def folder_of(path):
    """The folder whose score a source counts for: `Sources/TouchCore`, `bridges/read`, `clients/python`, `pages/editor`."""
    return "/".join(path.split("/")[:2])


def checks(path):
    """The commands for a source, from the root of the mutated tree."""
    kind, name = path.split("/")[:2]
    if kind == "Sources" or kind == "bridges":
        own = TEST_TARGET.get(name, name + "Tests")
        return [*units(own), *ALSO.get(name, []), *[[f"Tests/Live/{suite}", ".build/debug"] for suite in LIVE.get(name, [])]]
    if kind == "pages":
        return [MODULES, *([["Tests/Web/run", "{bin}", "{web}", word] for word in PAGES[name]])]
    return [["Tests/Conformance/run", "{bin}", CLIENTS[name]]] if name in CLIENTS else [MODULES, [*FOLLOW]]


PAGES = {"editor": ["editor"], "live": ["live"], "calibrate": ["calibrate"], "shared": ["editor", "live"]}
CLIENTS = {"python": "Python", "c": "C99", "node": "Node"}
FOLLOW = ["Tests/Web/run", "{bin}", "{web}", "follow"]
