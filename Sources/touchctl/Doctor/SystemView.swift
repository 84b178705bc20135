import Text

/// What checks see of the machine.
protocol SystemView {
    /// A file's contents, as far as they are text.
    func text(_ path: String) -> Seen<String>
    /// The names in a folder, in order.
    func names(in folder: String) -> Seen<[String]>
    /// Where a link leads, as it says.
    func target(ofLink path: String) -> Seen<String>
    func attributes(of path: String) -> Seen<FileAttributes>
    /// Runs a program and waits for its end; nil: there is no such program, or it does not end.
    func run(_ words: [String]) -> CommandOutput?
    /// Who looks.
    var user: UInt32 { get }
    /// The groups of this process. Those of the user may be more by now.
    var groups: [UInt32] { get }
}

/// Something that may not be there, or not be for this user.
enum Seen<Value> {
    case here(Value)
    case absent
    case denied

    var value: Value? { if case .here(let value) = self { value } else { nil } }
    var isDenied: Bool { if case .denied = self { true } else { false } }
}

struct FileAttributes: Equatable {
    /// The permission bits.
    var mode: UInt32
    var user: UInt32
    var group: UInt32
    var inode: UInt64 = 0
}

struct CommandOutput: Equatable {
    var status: Int32
    var text: String
}

extension SystemView {
    /// The first line of a short file.
    func line(_ path: String) -> String? { text(path).value?.split(at: "\n", omittingEmptySubsequences: false).first.map(String.init) }

    /// A group's entry; nil: there is none, or nobody can say.
    func group(_ nameOrNumber: String) -> (name: String, number: UInt32, members: [String])? {
        guard let output = run(["getent", "group", nameOrNumber]), output.status == 0 else { return nil }
        let fields = output.text.split(at: "\n").first?.split(at: ":", omittingEmptySubsequences: false).map(String.init) ?? []
        guard fields.count == 4, let number = UInt32(fields[2]) else { return nil }
        return (fields[0], number, fields[3].split(at: ",").map(String.init))
    }

    /// Properties of a unit; nil where systemd does not answer.
    func unit(_ name: String, _ properties: String...) -> [String: String]? {
        guard let output = run(["systemctl", "show", name, "--property=" + properties.joined(separator: ",")]), output.status == 0 else { return nil }
        return assignments(output.text)
    }

    /// Lines of the form KEY=VALUE.
    func assignments(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(at: "\n") {
            let parts = line.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        return values
    }
}
