import Wire

/// How much of everything a client, or a user, may have.
extension Publisher {
    enum Limit {
        static let clients = 64
        /// Places among these that only trusted users get, root among them: the others cannot shut them out.
        static let clientsOfTrusted = 8
        /// Of a user who is not trusted: nobody fills all places.
        static let clientsOfUser = 32
        /// Places of the admin socket's own, so that there is a way in when all others are taken.
        static let admins = 8
        /// Connections taken at once; the others wait until everything else that is ready has had its turn.
        static let connectionsATurn = 16
        /// Patterns in the subscriptions of all clients of a user who is not trusted: each is a walk over the tree whenever that changes.
        static let patternsOfUser = 512
        /// What a client of such a user may have claimed at a time: each claim is looked at whenever another is made.
        static let claims = 256
        /// Regions and gestures in what a user who is not trusted may edit, when he is to add some, and the bytes of their paths.
        static let editable = 2048
        static let editableBytes = 1 << 20
        static let subscriptions = ServerMessages.maximumSubscriptions
        /// µs a frame may wait for a client before its touches are cancelled for it.
        static let lag: Int64 = 500_000
        /// µs without a byte taken before the client is closed.
        static let stall: Int64 = 5_000_000
        static let waitingFrames = 1024
        /// Lines of a client, and their bytes, obeyed at once; the others wait until everything else that is ready has had its turn.
        static let linesATurn = 16
        static let bytesATurn = 4096
        /// JSON values in a line, of users who are not trusted: more take long to read, and nothing they may ask for needs them.
        static let values = 1024
        /// Bytes waiting for a client above which nothing more is read from it.
        static let answers = 1 << 18
        /// Bytes waiting for all of a user's clients above which nothing more is read from any of them.
        static let answersToUser = 1 << 24
    }
}
