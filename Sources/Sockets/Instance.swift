/// One of several services on a machine (`touchd@NAME.service`): each has its own configuration, sockets, panels and state.
public struct Instance: Hashable, Sendable {
    /// The configuration of the service that is no instance.
    public static let usualConfiguration = "/etc/touchd/touchd.yaml"
    /// The rule for names.
    public static let rule = "1 to 24 letters, digits, \"-\" and \"_\""
    /// Names of touchd's own programs and units. Each is or may become the user `touchd-NAME`, the folder `/run/touchd-NAME` or the configuration
    /// `/etc/touchd/NAME.yaml`, and an instance of the name would run with that user's rights.
    public static let reserved: Set<String> = [
        "active", "admin", "devices", "gesture", "idle", "keys", "metrics", "mqtt", "panel", "read", "recover", "speak", "touchd", "tuio",
        "uinput", "units", "unlock", "virtual", "wake", "web", "web-admin",
    ]

    public let name: String

    /// Nil if the name breaks the rule or is reserved. The unit has a user `touchd-NAME`, and names of users are limited.
    public init?(_ name: String) {
        func isFit(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard (1...24).contains(name.utf8.count), name.utf8.allSatisfy(isFit), !Self.reserved.contains(name) else { return nil }
        self.name = name
    }

    /// The one in whose folder a socket is; nil: it is in another folder.
    public init?(ofSocket path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1].elementsEqual("run".utf8), parts[2].starts(with: "touchd-".utf8) else { return nil }
        self.init(String(Substring(parts[2].dropFirst("touchd-".utf8.count))))
    }

    /// The reason why a text is no name of an instance.
    public static func problem(_ name: String) -> String {
        "\"\(name)\" is no name of an instance: " + (reserved.contains(name) ? "\"touchd-\(name)\" is reserved for a part of touchd" : rule)
    }

    public var unit: String { "touchd@\(name).service" }
    /// Where its configuration is, unless it is told otherwise.
    public var configuration: String { "/etc/touchd/\(name).yaml" }
    /// Where it listens, unless it is told otherwise. Its admin socket is in the same folder.
    public var socket: String { "/run/touchd-\(name)/events.sock" }
}
