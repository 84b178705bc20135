@testable import touchctl

/// A simulated machine with exactly these files, folders, links and programs.
struct FakeMachine: SystemView {
    var files: [String: String] = [:]
    var links: [String: String] = [:]
    var nodes: [String: FileAttributes] = [:]
    /// The outputs of commands, by the command's words joined with spaces.
    var commands: [String: String] = [:]
    /// Paths that this user may not read.
    var denied: Set<String> = []
    var user: UInt32 = 0
    var groups: [UInt32] = [0]

    func text(_ path: String) -> Seen<String> { seen(path, files[path]) }
    func target(ofLink path: String) -> Seen<String> { seen(path, links[path]) }
    func attributes(of path: String) -> Seen<FileAttributes> {
        seen(path, nodes[path] ?? (files[path] == nil ? nil : FileAttributes(mode: 0o644, user: 0, group: 0)))
    }

    func names(in folder: String) -> Seen<[String]> {
        if denied.contains(folder) { return .denied }
        var names: Set<String> = []
        for path in [String](files.keys) + [String](links.keys) + [String](nodes.keys) + denied where path.hasPrefix(folder + "/") {
            names.insert(String(path.dropFirst(folder.count + 1).split(separator: "/")[0]))
        }
        return names.isEmpty ? .absent : .here(names.sorted())
    }

    func run(_ words: [String]) -> CommandOutput? { commands[words.joined(separator: " ")].map { CommandOutput(status: 0, text: $0) } }

    private func seen<Value>(_ path: String, _ value: Value?) -> Seen<Value> {
        denied.contains(path) ? .denied : value.map { .here($0) } ?? .absent
    }

    /// Starts a process that has these files open.
    mutating func start(_ number: Int, _ name: String, _ arguments: [String] = [], opens paths: String...) {
        files["/proc/\(number)/comm"] = name + "\n"
        files["/proc/\(number)/cmdline"] = ([name] + arguments).joined(separator: "\0") + "\0"
        for (fd, path) in paths.enumerated() { links["/proc/\(number)/fd/\(fd)"] = path }
    }

    /// Adds a touchscreen as the kernel and udev show it.
    mutating func plug(_ event: Int, name: String, phys: String = "usb-1", properties: [String] = ["ID_INPUT_TOUCHSCREEN=1"]) {
        let folder = "/sys/class/input/event\(event)"
        files["\(folder)/dev"] = "13:\(64 + event)\n"
        files["\(folder)/device/name"] = name + "\n"
        files["\(folder)/device/phys"] = phys + "\n"
        files["\(folder)/device/properties"] = "2\n"
        files["\(folder)/device/capabilities/abs"] = "660800000000003\n"
        files["/run/udev/data/c13:\(64 + event)"] = properties.map { "E:\($0)\n" }.joined() + "G:seat\n"
        nodes["/dev/input/event\(event)"] = FileAttributes(mode: 0o660, user: 0, group: 104, inode: UInt64(200 + event))
    }
}
