import Text

/// The checks' view of the machine.
protocol SystemView {
    /// The contents of a text file.
    func text(_ path: String) -> Seen<String>
    /// The sorted names in a folder.
    func names(in folder: String) -> Seen<[String]>
    /// The target of a link, unresolved.
    func target(ofLink path: String) -> Seen<String>
    func attributes(of path: String) -> Seen<FileAttributes>
    /// Runs a program and waits for its end. Returns nil if there is no such program, or if it does not end.
    func run(_ words: [String]) -> CommandOutput?
    /// The uid of this process.
    var user: UInt32 { get }
    /// The groups of this process. The user may have been added to others since.
    var groups: [UInt32] { get }
}

/// A value that may be missing, or hidden from this user.
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

    /// A group's entry; nil if there is none, or if it cannot be found out.
    func group(_ nameOrNumber: String) -> (name: String, number: UInt32, members: [String])? {
        guard let output = run(["getent", "group", nameOrNumber]), output.status == 0 else { return nil }
        let fields = output.text.split(at: "\n").first?.split(at: ":", omittingEmptySubsequences: false).map(String.init) ?? []
        guard fields.count == 4, let number = UInt32(fields[2]) else { return nil }
        return (fields[0], number, fields[3].split(at: ",").map(String.init))
    }

    /// Properties of a unit; nil if systemd does not answer.
    func unit(_ name: String, _ properties: String...) -> [String: String]? {
        guard let output = run(["systemctl", "show", name, "--property=" + properties.joined(separator: ",")]), output.status == 0 else { return nil }
        return assignments(output.text)
    }

    /// The values of lines of the form KEY=VALUE, by key.
    func assignments(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(at: "\n") {
            let parts = line.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        return values
    }
}
