import ArgumentParser

/// `--socket`, for commands that ask touchd.
struct EventsSocket: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp("touchd's events socket; by default $TOUCHD_SOCKET, else /run/touchd/events.sock.", valueName: "path"))
    var path: String?
}

/// For commands of users who may open the admin socket.
struct DaemonSockets: ParsableArguments {
    @OptionGroup var events: EventsSocket
    @Option(
        name: .customLong("admin-socket"),
        help: ArgumentHelp("touchd's admin socket; by default $TOUCHD_ADMIN_SOCKET, else beside the events socket.", valueName: "path"))
    var admin: String?
}

/// `--json`, for commands that print data.
struct JSONOutput: ParsableArguments {
    @Flag(name: .customLong("json"), help: "JSON, an object a line.") var isOn = false
}
