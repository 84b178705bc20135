import Vocabulary

extension SettingsTable {
    /// The table of tuio.yaml.
    public static let tuio = SettingsTable(name: "tuio", format: Format([file: tuioFile, "output": tuioOutput]))

    private static let tuioFile = Shape(
        "file", unnamed: "the file", "The settings of touchd-tuio, which sends touches as TUIO.",
        keys: [
            Key("outputs", .list(.object("output"), isEmptyAllowed: false), required: true, "The outputs, at most 16."),
            socket,
        ])

    private static let tuioOutput = Shape(
        "output", unnamed: "an output", "A destination, and the touches that are sent there: those of a screen or those of a region.",
        forms: [Form(requires: ["screen"], forbids: ["region"]), Form(requires: ["region"], forbids: ["screen"])],
        keys: [
            Key("screen", .string(.text), "The id of a screen. All touches on it are sent, whoever gets them."),
            Key("region", .string(.text), "The id or the path of a region. The touches that it and the regions in it get are sent."),
            Key("to", .string(.text), "A numeric address and a port. Names are not looked up. Default: 127.0.0.1:3333."),
            Key(
                "source", .string(.text),
                "The name of the source for receivers, at most 64 printable ASCII characters. Default: touchd@ and the machine's name."),
            Key(
                "maxRate", .number(NumberRange(minimum: 1, maximum: 1000)),
                "The most bundles per second that only move fingers. Default: as many as the panel reports."),
        ])

    /// The key for touchd's socket, which all bridges have.
    static let socket = Key("socket", .string(.socketPath), "touchd's events socket. Default: /run/touchd/events.sock.")
}
