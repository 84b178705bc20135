/// The name of a service among several on a machine (`touchd@NAME.service`). Each has separate configuration, sockets, panels and state.
public struct Instance: Hashable, Sendable {
    /// The configuration of the service without an instance name.
    public static let usualConfiguration = "/etc/touchd/touchd.yaml"
    /// The rule for names.
    public static let rule = "1 to 24 letters, digits, \"-\" and \"_\""
    /// The names of touchd's programs and units, which no instance may have. A program NAME has, or may get, a user `touchd-NAME`, a folder
    /// `/run/touchd-NAME` or a configuration `/etc/touchd/NAME.yaml`. An instance of the same name would use them too, with that user's rights.
    public static let reserved: Set<String> = [
        "active", "admin", "devices", "gesture", "idle", "keys", "metrics", "mqtt", "panel", "read", "recover", "speak", "touchd", "tuio",
        "uinput", "units", "unlock", "virtual", "wake", "web", "web-admin",
    ]

    public let name: String

    /// Creates an instance; nil if the name breaks the rule or is reserved. Names are short, because the unit's user is called `touchd-NAME`, and
    /// names of users are limited.
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

    /// Finds the instance in whose folder a socket is; nil if it is in another folder.
    public init?(ofSocket path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1].elementsEqual("run".utf8), parts[2].starts(with: "touchd-".utf8) else { return nil }
        self.init(String(Substring(parts[2].dropFirst("touchd-".utf8.count))))
    }

    /// Returns the reason why a text is not a valid instance name.
    public static func problem(_ name: String) -> String {
        "\"\(name)\" is not a valid instance name: " + (reserved.contains(name) ? "\"touchd-\(name)\" is reserved for a part of touchd" : rule)
    }

    public var unit: String { "touchd@\(name).service" }
    /// The default path of the instance's configuration.
    public var configuration: String { "/etc/touchd/\(name).yaml" }
    /// The default path of the instance's socket. The admin socket is in the same folder.
    public var socket: String { "/run/touchd-\(name)/events.sock" }
}
