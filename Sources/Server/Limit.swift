import Wire

/// How much of everything a client, or a user, may have.
enum Limit {
    static let clients = 64
    /// Places among these that only trusted users get, root among them: the others cannot shut them out.
    static let clientsOfTrusted = 8
    /// For a user who is not trusted: no user can fill all places.
    static let clientsOfUser = 32
    /// For a token: no page can fill all places of the bridge's user.
    static let clientsOfToken = 24
    /// Places of the admin socket's own, so that there is a way in when all others are taken.
    static let admins = 8
    /// Connections taken at once; the others wait until everything else that is ready has had its turn.
    static let connectionsATurn = 16
    /// Patterns in the subscriptions of all clients of a principal that is not trusted: each is a walk over the tree whenever that changes.
    static let patternsOfUser = 512
    /// Claims of one client of such a user: each claim is compared with every other one that is made.
    static let claims = 256
    /// Regions and gestures that a user who is not trusted may edit, if the request adds some, and the bytes of their paths.
    static let editable = 2048
    static let editableBytes = 256 << 10
    /// Paths and ids that one request has compared with patterns that no region fits: more take too long, and nothing is suggested.
    static let nearMisses = 10_000
    static let subscriptions = ServerMessages.maximumSubscriptions
    /// µs a frame may wait for a client before its touches are cancelled for it.
    static let lag: Int64 = 500_000
    /// µs without a byte taken before the client is closed.
    static let stall: Int64 = 5_000_000
    static let waitingFrames = 1024
    /// Lines of a client, and their bytes, obeyed at once; the others wait until everything else that is ready has had its turn.
    static let linesATurn = 16
    static let bytesATurn = 4096
    /// JSON values in a line of a user who is not trusted: more take long to read, and no request of such a user needs them.
    static let values = 1024
    /// Reloads that wait, of a connection of who is not trusted.
    static let reloads = 16
    /// Bytes of a configuration that a client sends in parts, as many as a file may have.
    static let triedText = 16 << 20
    /// Bytes that wait for a client above which touchd reads nothing more from it.
    static let answers = 1 << 18
    /// Bytes that wait for all clients of a principal above which touchd reads nothing more from any of them.
    static let answersToUser = 1 << 24
}
