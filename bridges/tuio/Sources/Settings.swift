import Logging

/// The settings in tuio.yaml.
struct Settings: Equatable {
    /// A destination, and the touches that are sent there.
    struct Output: Equatable {
        enum Subject: Equatable {
            /// All touches of a screen, by its ID.
            case screen(String)
            /// The touches of a region and its descendants, by the region's ID or path.
            case region(String)
        }

        var subject: Subject
        var destination = UDPAddress.usual
        /// The name of this source for receivers; nil: touchd and the machine's name.
        var source: String?
        /// The limit of moves, in frames per second; nil: no limit.
        var maxRate: Double?

        var name: String {
            switch subject {
            case .screen(let id): "screen \(id)"
            case .region(let name): "region \(name)"
            }
        }

        /// The output's screen or region as a field of a log message.
        var field: LogField {
            switch subject {
            case .screen(let id): .screen(id)
            case .region(let name): .region(name)
            }
        }
    }

    var socket = "/run/touchd/events.sock"
    var outputs: [Output] = []
}
