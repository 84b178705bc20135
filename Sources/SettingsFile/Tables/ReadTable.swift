import Vocabulary

/// The table of touchd-read's settings.
public enum ReadTable {
    /// The table of read.yaml.
    public static let settings = SettingsTable(name: "read", format: Format([SettingsTable.file: readFile, "readSurface": surface]))

    private static let readFile = Shape(
        "file", unnamed: "the file", "The settings of touchd-read, which reads applications through AT-SPI for the accessible glass.",
        keys: [
            Key(
                "window", .word(["surface", "screen"]),
                "What an application's window fills: the surface, or the whole screen of which the surface shows a part. Default: surface."),
            Key("surfaces", .list(.object("readSurface"), isEmptyAllowed: false), "The surfaces that are read, at most 16. Default: all."),
            SettingsTable.socket,
        ])

    private static let surface = Shape(
        "readSurface", unnamed: "a surface", "A surface, and the application that lies there.",
        keys: [
            Key("id", .string(.text), required: true, "The surface's id in touchd.yaml."),
            Key(
                "application", .string(.text),
                "A part of the name under which the application is on the accessibility bus, such as Chromium. Default: any application."),
        ])
}
