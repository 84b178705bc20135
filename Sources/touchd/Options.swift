import Service
import Sockets
import Text

/// The command line: `touchd [--instance NAME] [--config FILE] [--socket PATH] [--admin-socket PATH] [--recording FILE]…
/// [--loop] [--no-devices]`.
struct Options {
    var service = ServiceOptions()
    var wantsHelp = false
    var wantsVersion = false

    static let usage = """
        usage: touchd [--instance NAME] [--config FILE] [--socket PATH] [--admin-socket PATH]
                      [--recording FILE]... [--loop] [--no-devices]

          --instance NAME      one of several services on a machine: its configuration is
                               /etc/touchd/NAME.yaml, and it listens in /run/touchd-NAME, unless
                               other options say otherwise
          --config FILE        the configuration (default /etc/touchd/touchd.yaml)
          --socket PATH        where clients connect (default $TOUCHD_SOCKET, else the configuration's
                               server.socket, else /run/touchd/events.sock)
          --admin-socket PATH  where administrators connect (default $TOUCHD_ADMIN_SOCKET, else the
                               configuration's server.admin, else admin.sock beside an events.sock, else
                               the other socket's path with ".admin" after it)
          --recording FILE     a recording (evemu, libinput record) as a panel, played once the first client
                               has subscribed; the configuration matches it by its file name
          --loop               play the recordings again and again, a second apart
          --no-devices         only show the recordings: open no device, type nothing, start no unit
                               and no command
          --version, -V        print the version
          --help, -h           print this text

        SIGHUP reads the configuration again, as "touchctl reload" does. Exit statuses are those of
        sysexits.h: 64 wrong arguments, 66 no such recording, 69 no socket, 71 too few descriptors,
        77 not permitted, 78 wrong configuration.

          touchd --config demo.yaml --socket /tmp/touchd.sock --recording demo.evemu --loop

        """

    private static let names = [
        "--instance", "--config", "--socket", "--admin-socket", "--recording", "--loop", "--no-devices", "--help", "--version",
    ]

    struct UsageError: Error { let message: String }

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        func value(of option: String, _ inline: String?) throws(UsageError) -> String {
            if let inline { return inline }
            guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
            return value
        }
        while let argument = rest.popFirst() {
            let parts = argument.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let inline = parts.count == 2 ? parts[1] : nil
            switch parts[0] {
            case "--instance": service.instance = try instance(try value(of: "--instance", inline))
            case "--config": service.configuration = try value(of: "--config", inline)
            case "--socket": service.socket = try value(of: "--socket", inline)
            case "--admin-socket": service.adminSocket = try value(of: "--admin-socket", inline)
            case "--recording": service.recordings.append(try value(of: "--recording", inline))
            case "--loop" where inline == nil: service.loops = true
            case "--no-devices" where inline == nil: service.hasNoDevices = true
            case "--help", "-h": wantsHelp = true
            case "--version", "-V": wantsVersion = true
            default:
                let meant = probableWord(parts[0], among: Self.names).map { "; did you mean \($0)?" } ?? ""
                throw UsageError(message: "unknown argument \(argument)\(meant)")
            }
        }
        if service.loops && service.recordings.isEmpty { throw UsageError(message: "--loop requires --recording") }
        if service.hasNoDevices && service.recordings.isEmpty { throw UsageError(message: "--no-devices requires --recording") }
    }

    private func instance(_ name: String) throws(UsageError) -> Instance {
        if let instance = Instance(name) { return instance }
        throw UsageError(message: Instance.problem(name))
    }
}
