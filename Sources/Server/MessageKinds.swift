import Logging

/// The server's log messages. `docs/messages.md` describes each with its cause and remedy.
extension MessageKind {
    // MARK: Clients

    static let clientRefused = MessageKind(
        "34e09005b085690ed6402e98d3584843", .warning, "client … was refused: …", .clientPID, .clientUID, .clientName, .token, .reason)
    static let clientBarred = MessageKind(
        "e4d3750d27e6004c8d7dfd065ad7721b", .warning, "client … may not name the token \"…\"; the connection has no rights now", .clientPID,
        .clientUID, .clientName, .token)
    static let clientMisnamed = MessageKind(
        "087a4ba231285e5923af688d0d7b5f91", .warning, "client … named a token in an invalid line; the connection has no rights now", .clientPID,
        .clientUID, .clientName, .token)
    static let clientBehind = MessageKind(
        "26f92813df38140ae4fd5c09a0b55042", .warning, "client … is … ms behind; cancelled its … touches and their gestures",
        .clientPID, .clientUID, .clientName, .token)
    static let clientSlow = MessageKind(
        "51d00d7c37b999d10d6ebb7bba02861b", .warning, "client … read nothing for … s; connection closed (slow clients so far: …)", .clientPID,
        .clientUID, .clientName, .token)
    static let clientUnresponsive = MessageKind(
        "16bc5f0189f4f13324e87066f2a09da2", .warning, "client … sent no acknowledgement in time; ended its claim of …", .clientPID, .clientUID,
        .clientName, .token, .region)
    static let clientGone = MessageKind(
        "d2b5aeebe593c761be5c40c3126a9daf", .warning, "client … disconnected; ended its claim of …", .clientPID, .clientUID, .clientName, .token,
        .region)
    static let claimLost = MessageKind(
        "d684eda617cf4d6aabacd68544bee930", .warning, "client … has lost its claim of …: …", .clientPID, .clientUID, .clientName, .token, .region)
    static let questionUnanswered = MessageKind(
        "69aa8fe6c040868a8636f894f8271a13", .warning, "client … did not answer … in time", .clientPID, .clientUID, .clientName, .token, .region)
    static let otherProtocol = MessageKind(
        "8b4e370af260a4858a8e3c58b34648fd", .warning, "client … speaks protocol …; connection closed", .clientPID, .clientUID, .clientName, .token)
    static let lineTooLong = MessageKind(
        "d7fbf8fb61926eb2a9fb117120ffd8bf", .warning, "client … sent a line of more than … bytes; connection closed", .clientPID, .clientUID,
        .clientName, .token)
    static let recordingOver = MessageKind(
        "d16e8dc79362a34d9a08a8824a1b06cf", .warning, "client … reads its recording of panel … too slowly; recording ended", .clientPID, .clientUID,
        .clientName, .token, .panel)
    static let injecting = MessageKind(
        "cb9d6638e727804d4be14457bc4a177a", .info, "client … injects touches on screen …", .clientPID, .clientUID, .clientName, .token, .screen)
    static let screenRequest = MessageKind(
        "6e485090e40872e1e38a64946a941d08", .info, "screen …: …, by client … on the … socket…", .clientPID, .clientUID, .clientName, .token,
        .behalf, .screen, .command)
    static let calibrationReleases = MessageKind(
        "45615ea229ba469b9b38f599ae3a3e19", .warning,
        "client …: its claims in sensitive regions were released, because a calibration is being tried on panel …",
        .clientPID, .clientUID, .clientName, .token, .panel)
    static let reloadRequest = MessageKind(
        "b977ea39bbca07b95b118e511a554ed0", .info, "reload requested by client … on the … socket…", .clientPID, .clientUID, .clientName, .token,
        .behalf)

    // MARK: Sockets

    static let noDescriptors = MessageKind(
        "90be042abdee28c0e5e5cfe31620925f", .warning, "cannot accept another client: no descriptors or memory left; raise LimitNOFILE")
    static let socketLost = MessageKind(
        "b270f1d52c9eb752a1c9f0a387bd99aa", .error,
        "the … socket … was removed, so new clients cannot connect; systemd made it: restart its socket unit, then touchd", .file)
    static let socketNotMadeAgain = MessageKind(
        "6b9236e22c477609297022106e7868b7", .error,
        "the … socket … was removed and cannot be made again, so new clients cannot connect: …", .file, .reason)
    static let socketMadeAgain = MessageKind("3527fc612c648bed7cbe9044eb01dd81", .warning, "the … socket … was removed; touchd made it again", .file)
    static let descriptorUnused = MessageKind(
        "1c66c09e8c9d8b8a6590ee929e7863cb", .warning, "ignored descriptor …, passed as \"…\": FileDescriptorName= must be events or admin")

    // MARK: Faults of touchd

    public static let bug = MessageKind(
        "863ff930d4c7db2cce56d7fa959053b2", .error, "bug: …; please report it", .clientPID, .clientUID, .clientName, .token, .panel)
}
