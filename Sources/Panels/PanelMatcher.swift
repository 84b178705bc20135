import Configuration
import Text
import TouchCore

/// Matches panels with the entries of the configuration (contract 4, dispatch 8).
public struct PanelMatcher: Sendable {
    /// An entry of the configuration's `panels`, and the index of its screen.
    public struct Entry: Sendable {
        public let screen: Int
        public let settings: PanelSettings

        public init(screen: Int, settings: PanelSettings) {
            self.screen = screen
            self.settings = settings
        }
    }

    public let entries: [Entry]
    public let file: String
    /// The word for what the entries are, for messages.
    private let noun: String

    public init(_ settings: Settings, file: String) {
        entries = settings.screens.enumerated().flatMap { screen, value in
            value.panels.map { Entry(screen: screen, settings: $0) }
        }
        self.file = file
        noun = "panel"
    }

    /// Matches keypads with the entries of `keypads`, whose settings have nothing but an id such as `main/keypad`, the match and its place.
    public init(keypadsOf settings: Settings, file: String) {
        entries = settings.screens.enumerated().flatMap { screen, value in
            value.keypads.map { keypad in
                Entry(screen: screen, settings: PanelSettings(id: "\(value.spec.id)/\(keypad.id)", match: keypad.match, mark: keypad.mark))
            }
        }
        self.file = file
        noun = "keypad"
    }

    public enum Answer: Sendable {
        /// The index of the entry.
        case matched(Int)
        /// The panel is not used; the text gives the reason, for people.
        case refused(String)
    }

    /// Matches each present panel. A panel that fits several entries belongs to the first one. An entry that fits several panels gets none of them,
    /// except a panel that it holds already, which stays.
    public func assign(_ present: [PanelIdentity], holding held: [Int: PanelIdentity] = [:]) -> [Answer] {
        let fitting = present.map { panel in entries.firstIndex { $0.settings.match.fits(panel) } }
        return present.indices.map { index in
            guard let entry = fitting[index] else {
                let why = refusal(ofNode: present[index]) ?? refusal(ofRecording: present[index])
                return .refused(why ?? "no \(noun) entry of \(file) matches it")
            }
            if let holder = held[entry] {
                return holder == present[index] ? .matched(entry) : .refused(ambiguity(entry, [holder, present[index]]))
            }
            let rivals = present.indices.filter { fitting[$0] == entry }.map { present[$0] }
            return rivals.count == 1 ? .matched(entry) : .refused(ambiguity(entry, rivals))
        }
    }

    /// Whether the match of any entry fits a device.
    public func hasMatch(_ device: PanelIdentity) -> Bool { entry(fitting: device) != nil }

    /// Returns the entry to which a device belongs: the first one whose match fits it; nil if none does.
    public func entry(fitting device: PanelIdentity) -> Entry? { entries.first { $0.settings.match.fits(device) } }

    /// Whether an entry is meant for a device, even if its match does not count for it.
    public func isMeant(for device: PanelIdentity) -> Bool { hasMatch(device) || refusal(ofNode: device) != nil }

    /// Returns the reason why an entry that names a device's node does not match it; nil if no entry names it.
    private func refusal(ofNode panel: PanelIdentity) -> String? {
        guard panel.isKnownToUdev, let settings = entries.first(where: { $0.settings.match.node == panel.source })?.settings else { return nil }
        let key = panel.idPath.flatMap { $0.isEmpty ? nil : "idPath: \"\($0)\"" } ?? "name: \"\(panel.name)\""
        return
            "\(file):\(settings.mark.line):\(settings.mark.column): error: \"node\" in the match of \(noun) \(settings.id) counts only where udev knows "
            + "nothing of the node, because its number may be another after the next start; use \(quotable(key)) instead"
    }

    /// Returns the reason why the entry of the panel that a recording comes from may not match it; nil if no entry would fit without the keys
    /// that recordings do not have.
    private func refusal(ofRecording panel: PanelIdentity) -> String? {
        guard panel.recording != nil else { return nil }
        let entry = entries.first { entry in
            var match = entry.settings.match
            (match.idPath, match.serial, match.phys, match.node) = (nil, nil, nil, nil)
            return match.fits(panel)
        }
        guard let settings = entry?.settings else { return nil }
        return "no \(noun) entry of \(file) matches it: a recording has no idPath, serial, phys or node, which \(noun) \(settings.id) (line "
            + "\(settings.mark.line)) asks for; use a copy of the file in which its match is \(quotable("name: \"\(panel.name)\""))"
    }

    private func ambiguity(_ entry: Int, _ rivals: [PanelIdentity]) -> String {
        let settings = entries[entry].settings
        return "\(file):\(settings.mark.line):\(settings.mark.column): error: the match of \(noun) \(settings.id) fits "
            + rivals.map(\.summary).joined(separator: " and ") + "; add a key that tells them apart, such as idPath"
    }
}

extension PanelMatch {
    /// Whether any key says more of the device than `*` does.
    var isSpecific: Bool {
        func isSpecific(_ pattern: String?) -> Bool { pattern?.utf8.contains { !"*?".utf8.contains($0) } ?? false }
        return node != nil || vendor != nil || product != nil || [idPath, name, serial, phys].contains(where: isSpecific)
    }

    /// Whether every given key fits the panel.
    public func fits(_ panel: PanelIdentity) -> Bool {
        func fits(_ pattern: String?, _ value: String?) -> Bool {
            guard let pattern else { return true }
            return value.map { wildcardMatches(Array(pattern.utf8), Array($0.utf8)) } ?? false
        }
        return (node == nil || node == panel.source && !panel.isKnownToUdev) && fits(idPath, panel.idPath) && fits(name, panel.name)
            && fits(serial, panel.serial)
            && fits(phys, panel.phys) && fits(recording, panel.recording)
            && (vendor == nil || vendor == panel.vendor) && (product == nil || product == panel.product)
    }
}
