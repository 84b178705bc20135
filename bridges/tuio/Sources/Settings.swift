import Logging

/// What tuio.yaml says.
struct Settings: Equatable {
    /// Where touches go to, and which.
    struct Output: Equatable {
        enum Subject: Equatable {
            /// All touches of a screen, by its id.
            case screen(String)
            /// Those of a region and of what is in it, by its id or path.
            case region(String)
        }

        var subject: Subject
        var destination = UDPAddress.usual
        /// What receivers call this source; nil: touchd and the machine's name.
        var source: String?
        /// Frames of moves a second; nil: as they come.
        var maxRate: Double?

        var name: String {
            switch subject {
            case .screen(let id): "screen \(id)"
            case .region(let name): "region \(name)"
            }
        }

        /// For the log.
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
