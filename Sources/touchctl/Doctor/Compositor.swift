import Configuration
import Text

/// A compositor that reads a virtual panel, and the way in which touches can be taken back under it. docs/applications.md has the measurements.
struct Compositor: Equatable {
    /// The facts about a program: the command that prints its version, and the first version that passes on libinput's cancel; nil if none is known.
    private struct Kind {
        let name: String
        let version: [String]
        let firstWithCancel: [Int]?
    }

    private static let kinds = [
        Kind(name: "sway", version: ["sway", "--version"], firstWithCancel: [1, 10]),
        Kind(name: "labwc", version: ["labwc", "--version"], firstWithCancel: nil),
        Kind(name: "cage", version: ["cage", "-v"], firstWithCancel: nil),
        Kind(name: "Xorg", version: ["Xorg", "-version"], firstWithCancel: nil),
    ]

    let name: String
    /// The installed version; nil if the program does not say.
    let version: [Int]?
    /// The fitting `virtual.cancel`.
    let cancel: VirtualPanelSettings.Cancel

    /// Returns the compositor with this process name; nil if the program is none of which anything was measured.
    init?(named name: String, _ system: any SystemView) {
        guard let kind = Self.kinds.first(where: { $0.name == name }) else { return nil }
        self.name = name
        version = system.run(kind.version).flatMap { Self.version(in: $0.text) }
        let passesCancel = zip(kind.firstWithCancel, version).map { !$1.lexicographicallyPrecedes($0) } ?? false
        cancel = passesCancel ? .palm : .lift
    }

    /// The name and version, for people: `sway 1.10.1`.
    var summary: String { ([name] + (version.map { [$0.map(String.init).joined(separator: ".")] } ?? [])).joined(separator: " ") }

    /// Returns the version in a text such as `Cage version 0.1.4`, `sway version 1.10.1` or `labwc 0.8.3 (+xwayland)`.
    static func version(in text: String) -> [Int]? {
        let words = text.unicodeScalars.split { $0 == " " || $0 == "\n" }.map { $0.first == "v" ? $0.dropFirst() : $0 }
        for word in words {
            let numbers = word.prefix { ("0"..."9").contains($0) || $0 == "." }.split(separator: ".").compactMap { Int(Substring($0)) }
            if numbers.count >= 2 { return numbers }
        }
        return nil
    }
}

private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? { if let a, let b { (a, b) } else { nil } }
