import ArgumentParser
import Configuration
import Glibc
import Panels
import Sockets

struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says whether the service may use an event node, and opens nodes for the service.",
        discussion: """
            touchd-devices.service runs it with -, as root, because the daemon itself may not open devices. As panels it hands out devices that \
            udev classifies as touchscreens, and devices that a match of the configuration fits, but no keyboards and no devices that cannot \
            be panels. Beside a panel that takes its siblings (the key siblings) it also hands out the other nodes of the same USB device \
            that point and cannot type. As keypads it hands out devices with keys or switches, if the match of a keypad fits exactly one of them. \
            It also creates virtual panels, and keyboards with the keys that "allow" lists. Given a node, it says whether the node is handed out as \
            a panel, or with --keypad as a keypad, and exits with 1 if not.

              sudo touchctl open /dev/input/event5
            """)

    @Argument(help: "An event node; - answers requests from standard input, a socket, until no more come.", completion: .file())
    var node: String
    @Flag(name: .customLong("keypad"), help: "Ask for the node as a keypad, not as a touchscreen.") var isKeypad = false
    @OptionGroup var chosen: InstanceOption
    /// The time without a request after which the process exits, in ms. The socket starts the next process; the daemon then waits for that start.
    private static let idle: Int32 = 60_000

    func run() throws {
        let broker = DeviceBroker { node, instance throws(PanelError) in try Self.settings(for: node, instance) }
        if node == "-" {
            let socket = BrokerSocket(STDIN_FILENO)
            // The configurations of the requests whose text may have to be kept.
            var files: Set<String> = []
            return socket.serve(idle: Self.idle) { request throws(PanelError) in
                if request.isOfConfiguration, let file = Self.file(of: request.instance), access(file, F_OK) == 0 { files.insert(file) }
                return try broker.answer(request)
            } log: {
                complain("touchctl: \($0)")
            } inQuiet: {
                for file in files { LastGoodText.keep(file, in: LastGoodText.folder, suffix: ".new") }
                files = []
            }
        }
        do throws(PanelError) {
            let request =
                isKeypad ? DeviceRequest.keypad(node: node, instance: chosen.instance?.name) : .open(node: node, instance: chosen.instance?.name)
            close(try broker.answer(request))
            printLine("\(node) is handed out\(isKeypad ? " as a keypad" : "")")
        } catch {
            complain("touchctl: \(error)")
            throw error.code == EACCES ? Exit.permission : Exit.negative
        }
    }

    /// Returns the path of the instance's configuration; nil if the name cannot be that of an instance.
    private static func file(of name: String?) -> String? {
        guard let name else { return Instance.usualConfiguration }
        return Instance(name)?.configuration
    }

    /// Returns the instance's configuration, or its last good copy, and its file. Only root may be able to write the file, so that the daemon cannot.
    private static func settings(for node: String, _ name: String?) throws(PanelError) -> (Settings, file: String) {
        guard let file = file(of: name) else { throw PanelError(node, "an instance's name is \(Instance.rule)", code: EPERM) }
        if let why = othersMayWrite(file) { throw PanelError(node, "\(file) is ignored: \(why)", code: EPERM) }
        // A file that is not there allows nothing: whoever has removed it wants that.
        let text: [UInt8]
        do { text = try contents(ofFile: file, others: .refused) } catch { throw PanelError(node, "\(error)", code: EPERM) }
        guard let settings = readConfiguration(text, file: file).settings ?? LastGoodText(of: file)?.settings else {
            throw PanelError(node, "\(file) is not valid; run touchctl check", code: EPERM)
        }
        return (settings, file)
    }
}
