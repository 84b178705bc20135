import Text

/// The running programs, as far as this user may see them.
struct Processes {
    struct Process {
        var number: Int
        var name: String
        var arguments: [String]
    }

    let all: [Process]
    private let system: any SystemView

    init(_ system: any SystemView) {
        self.system = system
        all = (system.names(in: "/proc").value ?? []).compactMap(Int.init).compactMap { number in
            guard let name = system.line("/proc/\(number)/comm") else { return nil }
            let arguments = (system.text("/proc/\(number)/cmdline").value ?? "").split(at: "\0").map(String.init)
            return Process(number: number, name: name, arguments: arguments)
        }
    }

    func named(_ name: String) -> [Process] { all.filter { $0.name == name } }

    /// The processes that have a file open, and how many processes this user may not examine.
    func holders(of path: String) -> (known: [Process], hidden: Int) {
        var known: [Process] = []
        var hidden = 0
        for process in all {
            switch system.names(in: "/proc/\(process.number)/fd") {
            case .denied: hidden += 1
            case .absent: break
            case .here(let descriptors):
                if descriptors.contains(where: { system.target(ofLink: "/proc/\(process.number)/fd/\($0)").value == path }) { known.append(process) }
            }
        }
        return (known, hidden)
    }
}

extension [Processes.Process] {
    /// The processes for people: `sway (pid 412), Xorg (pid 9)`.
    var summary: String { map { "\($0.name) (pid \($0.number))" }.joined(separator: ", ") }
}
