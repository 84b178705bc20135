import ArgumentParser
import Sockets

/// The value of `--instance`. A refused name is kept, so that the error can say why; an optional initializer could not.
struct InstanceName: ExpressibleByArgument {
    let text: String
    var instance: Instance? { Instance(text) }

    init(argument: String) { text = argument }
}

/// `--instance`, for commands about one of several services on a machine.
struct InstanceOption: ParsableArguments {
    @Option(
        name: .customLong("instance"),
        help: ArgumentHelp("One of several services on this machine: NAME of touchd@NAME.service.", valueName: "name"))
    var named: InstanceName?
    var instance: Instance? { named?.instance }

    func validate() throws {
        if let named, named.instance == nil { throw ValidationError(Instance.problem(named.text)) }
    }

    /// The path of the configuration if no other option names it.
    var configuration: String { instance?.configuration ?? Instance.usualConfiguration }
}

/// `--socket`, for commands that ask touchd.
struct EventsSocket: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp("touchd's events socket; by default $TOUCHD_SOCKET, else /run/touchd/events.sock.", valueName: "path"),
        completion: .file())
    var named: String?
    @OptionGroup var chosen: InstanceOption

    /// The named path. A user who names an instance does not mean the daemon that the environment names.
    var path: String? { named ?? chosen.instance?.socket }

    func validate() throws {
        if named != nil && chosen.instance != nil {
            throw ValidationError("--socket and --instance both choose a touchd; give one of them")
        }
    }
}

/// The sockets, for commands of users who may open the admin socket.
struct DaemonSockets: ParsableArguments {
    @OptionGroup var events: EventsSocket
    @Option(
        name: .customLong("admin-socket"),
        help: ArgumentHelp("touchd's admin socket; by default $TOUCHD_ADMIN_SOCKET, else beside the events socket.", valueName: "path"),
        completion: .file())
    var admin: String?
}

/// `--json`, for commands that print data.
struct JSONOutput: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON, one object per line.") var isOn = false
}
