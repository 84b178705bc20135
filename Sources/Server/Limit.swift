import Wire

/// Limits for one client or one user.
enum Limit {
    static let clients = 64
    /// Places among `clients` reserved for trusted users, including root, so that other users cannot shut them out.
    static let clientsOfTrusted = 8
    /// The limit for one untrusted user, so that no user can fill all places.
    static let clientsOfUser = 32
    /// The limit for one token, so that no page can fill all places of the bridge's user.
    static let clientsOfToken = 24
    /// Extra places on the admin socket, so that administrators can connect when all others are taken.
    static let admins = 8
    /// Connections accepted in one turn of the loop. The others wait until everything else that is ready has been handled.
    static let connectionsATurn = 16
    /// Patterns in the subscriptions of all clients of an untrusted principal. Each pattern costs a walk over the tree when the tree changes.
    static let patternsOfUser = 512
    /// Claims of one untrusted client. Each new claim is compared with all existing ones.
    static let claims = 256
    /// Regions and gestures that an untrusted user may edit, and the bytes of their paths. Checked when a request adds some.
    static let editable = 2048
    static let editableBytes = 256 << 10
    /// Paths and ids that one request may compare with a pattern that matches nothing, to suggest a better pattern. If there are more, touchd
    /// suggests nothing, because comparing them would take too long.
    static let nearMisses = 10_000
    static let subscriptions = ServerMessages.maximumSubscriptions
    /// µs that a frame may wait for a client before the client's touches are cancelled.
    static let lag: Int64 = 500_000
    /// µs for which a client may read nothing before its connection is closed.
    static let stall: Int64 = 5_000_000
    static let waitingFrames = 1024
    /// Lines of a client, and their bytes, processed in one turn of the loop. The others wait until everything else that is ready has been handled.
    static let linesATurn = 16
    static let bytesATurn = 4096
    /// JSON values in a line of an untrusted user. More take long to read, and no request of such a user needs them.
    static let values = 1024
    /// Reloads that may wait on one untrusted connection.
    static let reloads = 16
    /// Bytes of a configuration that a client sends in parts; the same limit as for a file.
    static let triedText = 16 << 20
    /// Bytes waiting for a client above which touchd stops reading from it.
    static let answers = 1 << 18
    /// Bytes waiting for all clients of a principal above which touchd stops reading from any of them.
    static let answersToUser = 1 << 24
}
