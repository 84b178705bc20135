import Vocabulary

extension SettingsTable {
    /// The table of web.yaml and web-admin.yaml.
    public static let web = SettingsTable(name: "web", format: Format([file: webFile, "token": token]))

    private static let texts = ValueType.list(.string(.text), isEmptyAllowed: true)

    private static let webFile = Shape(
        "file", unnamed: "the file", "The settings of touchd-web, which makes pages in a browser clients of touchd.",
        keys: [
            Key(
                "listen", .either([.string(.text), .list(.string(.text), isEmptyAllowed: false)]),
                "A loopback address with a port, or a list of them. Default: 127.0.0.1:8137."),
            Key(
                "hosts", texts,
                "The names by which a browser may address this machine, with the port. Default: the names of listen, and localhost."),
            Key(
                "origins", .list(.orNull(.string(.text)), isEmptyAllowed: true),
                "The origins whose pages may connect. Default: those of the pages that the bridge serves itself."),
            Key("tokens", .list(.object("token"), isEmptyAllowed: false), required: true, "The tokens of pages; at least one."),
            socket,
            Key(
                "admin", .boolean,
                "Whether connections have all rights of the bridge's user, whichever token they show, and the pages for people are served. "
                    + "Default: true for a socket named admin.sock, otherwise false."),
            Key("pages", .string(.path), "The folder of the files that the bridge serves. Default: share/touchd/web beside the program."),
            Key("limits", .members(limits), "Limits of connections and times."),
            Key("tools", .members(tools), "The programs that the pages for people use; only with admin: true. Default: none."),
            Key(
                "speech", .string(.path),
                "The settings of touchd-speak, for pages that ask what it would say. Default: /etc/touchd/speak.yaml, if it exists."),
        ])

    private static let token = Shape(
        "token", namedBy: "name", "A page's secret, and its name in touchd's access rules.",
        keys: [
            Key("name", .string(.token), required: true, "The name that touchd's access rules use as token."),
            Key(
                "file", .string(.path), required: true,
                "The file whose first line is the secret, of at least 16 characters. It must not be open to every user of the machine."),
        ])

    private static let limits = Shape(
        "limits", unnamed: "\"limits\"", "Limits of connections and times.",
        keys: [
            Key("connections", .number(.whole(from: 1, to: 1024)), "The most WebSockets at a time. Default: 32."),
            Key("perToken", .number(.whole(from: 1, to: 1024)), "The most WebSockets at a time with one token. Default: 16."),
            Key("message", .number(.whole(from: 1024, to: 1_048_576)), "The most bytes of a message. Default: 65536."),
            Key("ping", .number(seconds), "Seconds between pings, and for the answer to each. Default: 20."),
            Key("head", .number(seconds), "Seconds for the head of a request. Default: 10."),
            Key("request", .number(seconds), "Seconds for a request that does not become a WebSocket. Default: 300."),
            Key("tool", .number(seconds), "Seconds for a tool. Default: 60."),
        ])

    private static let tools = Shape(
        "tools", unnamed: "\"tools\"", "The programs that the pages for people use.",
        keys: [
            Key("touchctl", .string(.path), required: true, "The path of touchctl, which checks, replays and computes."),
            Key("file", .string(.path), "The configuration that the region editor reads and writes. Default: none."),
        ])

    private static let seconds = NumberRange(minimum: 0.05, maximum: 3600)
}
