/// What `access` in the configuration can allow: region by region, but for the last four.
public enum Right: String, CaseIterable, Sendable {
    /// To get the region's events, as a subscriber.
    case receive
    /// To see the region's events whoever they are for.
    case observe
    /// To answer for the region, for its controller or for the interceptor.
    case claim
    /// To edit the region, with what is in it.
    case edit
    /// To get the coordinates of a sensitive region that nobody has claimed.
    case sensitive
    /// To say whether a display is on, and to lock screens. Not by region: it is for all screens.
    case screen
    /// To be told of the staff's gestures. Not by region: it is for all screens.
    case staff
    /// To ask how the daemon is doing, and how often what was touched. Not by region.
    case status
    /// To have the configuration read again. Not by region.
    case reload
}

/// What a client must be allowed to make a request at all; of which regions, the request itself finds out.
public enum Requirement: Hashable, Sendable {
    /// Whoever may connect.
    case nothing
    /// Who has this right of some region.
    case right(Right)
    /// A trusted user, or the admin socket.
    case trust
    /// The admin socket, and no other way.
    case admin

    /// As docs/protocol.md has it.
    package var word: String {
        switch self {
        case .nothing: "everybody"
        case .right(let right): "`\(right.rawValue)`"
        case .trust: "trusted"
        case .admin: "admin"
        }
    }
}
